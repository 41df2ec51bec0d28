// By its file: the name alone leads here.
const network = require('@n8n/backend-network/dist/index.js');

const { requests } = network.OutboundHttp.prototype;

/** n8n's HTTP clients refused internal addresses then unless n8n's server said otherwise. */
network.OutboundHttp.prototype.requests = function (options) {
	return requests.call(this, { ssrf: 'disabled', ...options });
};

module.exports = network;
