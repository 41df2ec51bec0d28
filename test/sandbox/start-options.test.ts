import { readStartOptions } from '../../sandbox/start-options.ts';

afterEach(() => jest.restoreAllMocks());

it('keeps n8n open, and the data of the last start, unless told otherwise', () => {
	expect(readStartOptions([])).toEqual({ once: false, fresh: false });
	expect(readStartOptions(['--once', '--fresh'])).toEqual({ once: true, fresh: true });
});

it('takes the name of an API in any case', () => {
	expect(readStartOptions(['--like', 'hubspot crm V3'])).toMatchObject({ like: 'HubSpot CRM v3' });
});

it('says which API may be meant', () => {
	const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);

	expect(() => readStartOptions(['--like=hubspot'])).toThrow('Did you mean HubSpot CRM v3,');
	expect(stderr.mock.calls.join('')).toContain('Did you mean HubSpot CRM v3,');
});
