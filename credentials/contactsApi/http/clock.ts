import { sleep } from 'n8n-workflow';

/** Time and chance, which tests decide. */
export const systemClock = {
	/** Milliseconds since some moment. */
	now: () => performance.now(),
	/** Rejects when the signal aborts. */
	sleep,
	/** A number from 0 up to, but not including, 1. */
	random: () => Math.random(),
};

export type Clock = typeof systemClock;
