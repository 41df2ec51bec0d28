const { rm } = require('node:fs/promises');
const { dest, parallel, src } = require('gulp');

/** Deletes the output of an earlier build. */
exports.clean = () => rm('dist', { recursive: true, force: true });

/** Copies icons and codex files, which TypeScript does not. */
const copyFiles = () =>
	src(['credentials/**/*.svg', 'nodes/**/*.{svg,json}'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));

/** Deletes the reader of lists that is being built, which is not in use yet. */
const removeUnfinished = () =>
	Promise.all(
		['paginate', 'operations/next'].map((folder) =>
			rm(`dist/nodes/Contacts/${folder}`, { recursive: true }),
		),
	);

exports.assets = parallel(copyFiles, removeUnfinished);
