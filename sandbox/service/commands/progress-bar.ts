import { SingleBar } from 'cli-progress';

/**
 * Shows the progress of work in the error output; draws nothing when that is not a terminal.
 *
 * @param work gets a function to call with what is done so far, of `total`
 */
export async function withProgressBar<Result>(
	total: number,
	unit: string,
	work: (onProgress: (done: number) => void) => Promise<Result>,
): Promise<Result> {
	const bar = new SingleBar({
		format: `{bar} {percentage}%  {value} of {total} ${unit}`,
		stream: process.stderr,
		clearOnComplete: true,
	});
	bar.start(total, 0);
	try {
		return await work((done) => bar.update(done));
	} finally {
		bar.stop();
	}
}
