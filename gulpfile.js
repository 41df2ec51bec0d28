const { rm } = require('node:fs/promises');
const { dest, src } = require('gulp');

/** Deletes the output of an earlier build. */
exports.clean = () => rm('dist', { recursive: true, force: true });

/** Copies icons and codex files, which TypeScript does not. */
exports.assets = () =>
	src(['credentials/**/*.svg', 'nodes/**/*.{svg,json}'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));
