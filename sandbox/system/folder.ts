import { mkdir } from 'node:fs/promises';
import { UserError } from './user-error.ts';

/**
 * Creates the folder, accessible to its owner only, unless it exists.
 *
 * @param remedy what to do if that fails, for the error message
 * @throws UserError if the folder cannot be created
 */
export async function createFolder(folder: string, remedy: string): Promise<void> {
	try {
		await mkdir(folder, { recursive: true, mode: 0o700 });
	} catch (error) {
		throw new UserError(
			`The folder ${folder} cannot be created: ${(error as Error).message}.`,
			remedy,
			{ cause: error },
		);
	}
}
