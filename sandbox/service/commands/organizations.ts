import { Argument, type Command } from 'commander';
import { type OrganizationPermission, organizationPermissions } from '../storage/organizations.ts';
import { actOnStore } from './operator-command.ts';

export function addOrganizationCommands(program: Command) {
	actOnStore(
		program.command('organizations').description('list the organizations'),
		({ operator }) => {
			const organizations = operator.listOrganizations();
			return {
				json: organizations,
				head: ['orgId', 'Permission', 'Contacts'],
				rows: organizations.map(({ orgId, permission, contacts }) => [orgId, permission, contacts]),
			};
		},
	);

	actOnStore(
		program
			.command('permission')
			.description("set an organization's permission; denied: its clients' API calls fail with 403")
			.argument('<orgId>')
			.addArgument(new Argument('<permission>').choices(organizationPermissions)),
		({ operator }, orgId: string, permission: OrganizationPermission) => {
			operator.setOrganizationPermission(orgId, permission);
			return {
				json: { orgId, permission },
				text: `The permission of the organization ${orgId} is ${permission}.`,
			};
		},
	);
}
