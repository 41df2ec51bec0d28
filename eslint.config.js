/**
 * The configuration for this repository. ESLint prefers this file to eslint.config.mjs, which is n8n's
 * and treats all TypeScript as published; `n8n.strict` in package.json requires it, and `npm run verify`
 * lints what is published with it.
 */
const { defineConfig, globalIgnores } = require('eslint/config');
const { createTypeScriptImportResolver } = require('eslint-import-resolver-typescript');
const { importX } = require('eslint-plugin-import-x');
const tseslint = require('typescript-eslint');

const PUBLISHED = ['index.ts', 'credentials/**/*.ts', 'nodes/**/*.ts'];

/** Data goes one way: no folder imports from one that stands after it. */
const LAYERS = ['credentials', 'nodes/Contacts/request', 'nodes/Contacts/operations'];
const layerZones = LAYERS.map((target, index) => ({
	target,
	from: [...LAYERS.slice(index + 1), 'nodes/Contacts/Contacts.node.ts', 'index.ts'],
}));

/** Everything but the reader of lists and its unit tests. */
const OUTSIDE_READER = [
	'{credentials,sandbox}/**',
	'nodes/Contacts/*.ts',
	'nodes/Contacts/!(paginate)/**',
	'test/!(unit)/**',
	'test/unit/!(nodes)/**',
	'test/unit/nodes/Contacts/*.ts',
	'test/unit/nodes/Contacts/!(paginate)/**',
];

async function configuration() {
	const scanner = await import('@n8n/scan-community-package/scanner/scanner.mjs');
	return defineConfig(
		globalIgnores(['dist/', 'coverage/', '.cache/', '.stryker-tmp/']),
		// Exceptions to rules belong in this file, not in comments.
		{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
		{
			rules: {
				curly: ['error', 'multi-line'],
				'no-duplicate-imports': 'error',
				'no-restricted-syntax': [
					'error',
					'SpreadElement > :matches(ArrayExpression, ObjectExpression)',
				],
				'sort-imports': ['error', { ignoreCase: true, ignoreDeclarationSort: true }],
			},
		},
		{
			files: ['**/*.ts'],
			extends: [tseslint.configs.recommendedTypeChecked, importX.flatConfigs.typescript],
			languageOptions: { parserOptions: { projectService: true } },
			plugins: { 'import-x': importX },
			settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
			rules: {
				'@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
				// n8n and Fastify require async functions and methods as values.
				'@typescript-eslint/require-await': 'off',
				'@typescript-eslint/unbound-method': 'off',
				'@typescript-eslint/consistent-type-imports': [
					'error',
					{ fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
				],
				'@typescript-eslint/no-import-type-side-effects': 'error',
				'import-x/no-cycle': ['error', { ignoreExternal: true }],
				'import-x/no-restricted-paths': [
					'error',
					{
						zones: [
							{ target: ['credentials', 'nodes'], from: ['sandbox', 'test'] },
							{ target: 'credentials', from: 'nodes' },
							// The reader of lists does not know n8n and sends no requests; others import only its index.
							{ target: 'nodes/Contacts/paginate', from: 'credentials' },
							{ target: 'nodes/Contacts/paginate', from: 'nodes/Contacts', except: ['paginate'] },
							{ target: OUTSIDE_READER, from: 'nodes/Contacts/paginate', except: ['index.ts'] },
							...layerZones,
						],
					},
				],
			},
		},
		{
			files: ['nodes/Contacts/paginate/**'],
			rules: { 'no-restricted-imports': ['error', 'n8n-workflow'] },
		},
		{
			// Responses under test have any shape.
			files: ['test/**/*.ts'],
			rules: {
				'@typescript-eslint/no-unsafe-argument': 'off',
				'@typescript-eslint/no-unsafe-assignment': 'off',
				'@typescript-eslint/no-unsafe-call': 'off',
				'@typescript-eslint/no-unsafe-member-access': 'off',
				'@typescript-eslint/no-unsafe-return': 'off',
			},
		},
		{
			// n8n removes deprecated features in its next major version.
			files: PUBLISHED,
			rules: { '@typescript-eslint/no-deprecated': 'error', complexity: ['error', 12] },
		},
		{ files: ['nodes/Contacts/paginate/**'], rules: { complexity: ['error', 10] } },
		// n8n's rules for verified community nodes.
		{ files: scanner.SOURCE_FILE_PATTERNS, extends: [await scanner.buildScanConfig()] },
	);
}

module.exports = configuration();
