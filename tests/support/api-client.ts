import { contract } from "@/lib/contract";
import { addressOf } from "@/lib/contract/address";
import type { CallOf, EndpointDeclaration, ResponseOf } from "@/lib/contract/endpoint";
import type { ErrorBody } from "@/lib/contract/errors";
import type { PermissionName } from "@/lib/contract/permissions";
import { uniqueName } from "./unique-name";

/** The role with every permission, the same in each tenant. */
export const administratorRoleId = "00000000-0000-4000-8000-000000000001";

export interface TestUser {
  userId: string;
  userName: string;
  password: string;
  firstName: string;
  lastName: string;
  email: string;
}

export interface NewUser {
  userName?: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  /** Granted by a role created for this user. */
  permissions?: readonly PermissionName[];
  roleIds?: readonly string[];
}

export class RefusedCall extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(`${status}: ${JSON.stringify(body)}`);
  }
}

/** Calls the API directly, bypassing the BFF, to set up and inspect data. */
export class ApiClient {
  private constructor(
    readonly url: string,
    private readonly authorization: string,
    private readonly password: string,
  ) {}

  /** @param url the API's address with the tenant, if any */
  static async signIn(url: string, userName: string, password: string): Promise<ApiClient> {
    const first = new ApiClient(url, basic(userName, password), password);
    const secret = await first.call(contract.auth.signIn, {});
    return new ApiClient(url, basic(userName, secret), password);
  }

  /** @throws {RefusedCall} on a status of 400 or more */
  async call<E extends EndpointDeclaration>(endpoint: E, input: CallOf<E>): Promise<ResponseOf<E>> {
    const { body } = input as { body?: unknown };
    const response = await fetch(this.url + addressOf(endpoint, input), {
      method: endpoint.method,
      headers: {
        accept: "application/json",
        authorization: this.authorization,
        lang: "en",
        timezone: "Europe/Berlin",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const received: unknown = text === "" ? null : JSON.parse(text);
    if (response.ok) return received as ResponseOf<E>;
    const refusal = received as ErrorBody;
    // Long runs exceed the time after which a call requires a recent factor.
    if (refusal.code !== "confirmationNeeded") throw new RefusedCall(response.status, refusal);
    await this.call(contract.user.confirm, { body: { currentPassword: this.password } });
    return this.call(endpoint, input);
  }

  /** Sends a request that is not JSON, signed in. */
  send(path: string, request: RequestInit): Promise<Response> {
    return fetch(this.url + path, { ...request, headers: { authorization: this.authorization } });
  }

  /** Creates a user with a unique name; without permissions or roles they can only sign in. */
  async createUser({ permissions, roleIds = [], ...given }: NewUser = {}): Promise<TestUser> {
    const name = uniqueName("user");
    const user = {
      userName: name,
      firstName: "Ada",
      lastName: `Test ${name}`,
      email: `${name}@example.test`,
      password: `Pass-1-${name}`,
      ...given,
    };
    const granted = permissions ? [...roleIds, await this.createRole({ permissions })] : [...roleIds];
    const userId = await this.call(contract.users.create, { body: { ...user, roleIds: granted } });
    return { ...user, userId };
  }

  /** Creates a role with a unique name; returns its id. */
  async createRole({
    roleName = uniqueName("Role"),
    permissions = [],
  }: {
    roleName?: string;
    permissions?: readonly PermissionName[];
  } = {}): Promise<string> {
    const roleId = await this.call(contract.roles.create, { body: { roleName } });
    if (permissions.length)
      await this.call(contract.roles.savePermissions, {
        params: { roleId },
        body: permissions.map((permissionId) => ({ permissionId, permissionValue: true })),
      });
    return roleId;
  }
}

function basic(userName: string, secret: string): string {
  return `Basic ${Buffer.from(`${userName}:${secret}`).toString("base64")}`;
}
