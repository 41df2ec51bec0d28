const { rm } = require('node:fs/promises');
const { dest, src } = require('gulp');

/** Removes what an earlier build left behind. */
exports.clean = () => rm('dist', { recursive: true, force: true });

/** Copies what TypeScript does not: icons and codex files. */
exports.assets = () =>
	src(['credentials/**/*.svg', 'nodes/**/*.{svg,json}'], {
		base: '.',
		encoding: false,
		allowEmpty: true,
	}).pipe(dest('dist'));
