const style = `body{font:16px/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;background:#f4f5f7;color:#1b1d21}
main{background:#fff;border:1px solid #d9dce1;border-radius:8px;padding:32px;width:min(340px,80vw)}
h1{font-size:20px;margin:0 0 8px}p{margin:0 0 16px;color:#555b66}label{display:block;font-weight:600}
input{font:inherit;width:100%;box-sizing:border-box;padding:8px;margin:4px 0 16px;border:1px solid #8a909c;border-radius:4px}
button{font:inherit;padding:8px 16px;border-radius:4px;border:1px solid #8a909c;background:#fff;cursor:pointer}
button.first{background:#1d4ed8;border-color:#1d4ed8;color:#fff}
@media(prefers-color-scheme:dark){body{background:#16171a;color:#e8eaee}main,input,button{background:#202227;color:inherit;border-color:#4a4f59}p{color:#a9afba}}`;

/** @param {string} title @param {string} content */
function page(title, content) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${style}</style></head>
<body><main><h1>${title}</h1>${content}</main></body></html>`;
}

/** The sign-in page of the demo provider. @param {string} prompt prompt requested from the provider */
export function signInPage(prompt) {
  return page(
    "Sign in to try Hub",
    `<p>This provider is for trying out: it asks for no password. <strong>Not for production.</strong></p>
<form method="post" data-prompt="${prompt.replace(/\W/g, "")}">
<label for="name">Username or e-mail</label><input id="name" name="name" autocomplete="username" autofocus>
<button class="first" type="submit">Sign in</button> <button type="submit" name="cancel" value="1" formnovalidate>Cancel</button>
</form>`,
  );
}

/**
 * A request with the session's ID token needs no confirmation.
 * @param {import("oidc-provider").KoaContextWithOIDC} ctx
 * @param {string} form
 */
export function signOutPage(ctx, form) {
  ctx.body = page(
    "Sign out",
    `${form}<p>Do you want to sign out of the try-out provider too?</p>
<button class="first" autofocus type="submit" form="op.logoutForm" value="yes" name="logout">Sign out</button>
<button type="submit" form="op.logoutForm">Stay signed in</button>`,
  );
}
