import { sleep } from 'n8n-workflow';

/** Time and chance, which tests decide. */
export interface Clock {
	/** Milliseconds since some moment. */
	now(): number;
	/** @throws an error when the signal aborts */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** A number from 0 up to, but not including, 1. */
	random(): number;
}

export const systemClock: Clock = {
	now: () => performance.now(),
	sleep,
	random: () => Math.random(),
};
