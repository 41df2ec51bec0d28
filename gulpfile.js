const { rm, writeFile } = require('node:fs/promises');
const { dest, parallel, src } = require('gulp');
const { scripts: _, devDependencies: __, ...manifest } = require('./package.json');

/** Deletes the output of an earlier build. */
exports.clean = () => rm('dist', { recursive: true, force: true });

/** Copies icons and codex files, which TypeScript does not. */
const copyFiles = () =>
	src(['credentials/**/*.svg', 'nodes/**/*.{svg,json}'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));

/** Replaces TypeScript's copy of package.json: what is published needs no scripts and no tools. */
const writeManifest = () => writeFile('dist/package.json', JSON.stringify(manifest));

exports.assets = parallel(copyFiles, writeManifest);
