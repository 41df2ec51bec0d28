import { mkdir } from 'node:fs/promises';
import { UserError } from './user-error.ts';

/**
 * Makes the folder, readable for its owner only, unless it is there.
 *
 * @param remedy what to do when it cannot be made, for the message
 */
export async function makeFolder(folder: string, remedy: string): Promise<void> {
	try {
		await mkdir(folder, { recursive: true, mode: 0o700 });
	} catch (error) {
		throw new UserError(
			`The folder ${folder} cannot be made: ${(error as Error).message}.`,
			remedy,
			{ cause: error },
		);
	}
}
