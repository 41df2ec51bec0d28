import {
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
	globalIgnores(['dist/', 'coverage/', '.cache/', '.stryker-tmp/']),
	// A rule that is wrong somewhere is changed here, where everybody sees it.
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
	{
		rules: {
			curly: ['error', 'multi-line'],
			'no-duplicate-imports': 'error',
			'sort-imports': ['error', { ignoreCase: true, ignoreDeclarationSort: true }],
		},
	},
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: { parserOptions: { projectService: true } },
		rules: {
			'@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
			// Interfaces of n8n and Fastify ask for async functions and for methods as values.
			'@typescript-eslint/require-await': 'off',
			'@typescript-eslint/unbound-method': 'off',
			'@typescript-eslint/consistent-type-imports': [
				'error',
				{ fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
			],
			'@typescript-eslint/no-import-type-side-effects': 'error',
		},
	},
	{
		// Answers under test are of any shape.
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
		// What n8n calls deprecated, the next major version removes.
		files: ['index.ts', 'credentials/**/*.ts', 'nodes/**/*.ts'],
		rules: { '@typescript-eslint/no-deprecated': 'error' },
	},
	// What n8n checks when a community node is to be verified.
	{ files: SOURCE_FILE_PATTERNS, extends: [await buildScanConfig()] },
);
