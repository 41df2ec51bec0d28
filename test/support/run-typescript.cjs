// Lets a script require TypeScript sources: node --require test/support/run-typescript.cjs SCRIPT
const { readFileSync } = require('node:fs');

const { ModuleKind, ScriptTarget, transpileModule } = require('typescript');

const compilerOptions = {
	module: ModuleKind.CommonJS,
	target: ScriptTarget.ES2022,
	// Half as slow, without types of other files.
	isolatedModules: true,
};

require.extensions['.ts'] = (module, file) => {
	const { outputText } = transpileModule(readFileSync(file, 'utf8'), { compilerOptions });
	module._compile(outputText, file);
};
