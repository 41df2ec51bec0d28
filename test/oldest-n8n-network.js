// By its path, because moduleNameMapper maps the name to this file.
const network = require('@n8n/backend-network/dist/index.js');

const { requests } = network.OutboundHttp.prototype;

/** In this version, HTTP clients refuse internal addresses unless n8n's server says otherwise. */
network.OutboundHttp.prototype.requests = function (options) {
	return requests.call(this, { ssrf: 'disabled', ...options });
};

module.exports = network;
