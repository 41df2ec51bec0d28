const { dest, src } = require('gulp');

/** Copies what TypeScript leaves behind: icons and codex files. */
function assets() {
	return src(['credentials/**/*.svg', 'nodes/**/*.{svg,json}'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));
}

exports.default = assets;
