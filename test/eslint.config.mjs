import {
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
	globalIgnores(['dist/', 'coverage/', '.cache/', '.stryker-tmp/']),
	// Exceptions to rules belong in this file, not in comments.
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
			// n8n and Fastify require async functions and methods as values.
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
		files: ['index.ts', 'credentials/**/*.ts', 'nodes/**/*.ts'],
		rules: { '@typescript-eslint/no-deprecated': 'error', complexity: ['error', 12] },
	},
	// n8n's rules for verified community nodes.
	{ files: SOURCE_FILE_PATTERNS, extends: [await buildScanConfig()] },
);
