// The OpenID provider that `npm start` runs with AUTH_MODE=oidc and no OIDC_ISSUER: a demo, not for production.
import { createServer } from "node:http";
import { claimsOfName, tryOutProvider } from "./lib/try-out-provider.mjs";

const { OIDC_ISSUER = "", OIDC_AUDIENCE = "", OIDC_CLIENT_ID = "", OIDC_CLIENT_SECRET = "" } = process.env;
const { TRY_OUT_ADDRESS = "" } = process.env;

// Hides the library's warnings about production use; its page and docs/operating/providers.md say that it is a demo.
console.info = () => undefined;
console.warn = () => undefined;

const provider = await tryOutProvider({
  issuer: OIDC_ISSUER,
  audience: OIDC_AUDIENCE,
  claimsOf: claimsOfName,
  clients: [
    {
      client_id: OIDC_CLIENT_ID,
      client_secret: OIDC_CLIENT_SECRET,
      grant_types: ["authorization_code", "refresh_token"],
      backchannel_logout_uri: `${TRY_OUT_ADDRESS}/api/auth/backchannel-logout`,
      backchannel_logout_session_required: true,
      require_auth_time: true,
      redirect_uris: [`${TRY_OUT_ADDRESS}/api/auth/callback/oidc`],
      post_logout_redirect_uris: [`${TRY_OUT_ADDRESS}/api/auth/signed-out`],
    },
  ],
});

// Local only: its users can sign in as anyone.
createServer(provider.callback()).listen(Number(new URL(OIDC_ISSUER).port), "localhost");
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
