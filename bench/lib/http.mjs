import { Agent, request } from "node:http";
import { adminPassword, adminUser } from "./product.mjs";

const agent = new Agent({ keepAlive: true });

/**
 * Requests an address over a kept-alive connection and reads the whole response.
 * @param {string} url
 * @param {Record<string, string>} headers
 * @returns {Promise<unknown>} the response's JSON
 * @throws when the status is not 200
 */
export function get(url, headers) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part) => {
        text += part;
      });
      response.on("end", () =>
        response.statusCode === 200
          ? resolve(JSON.parse(text))
          : reject(new Error(`${response.statusCode} ${url}: ${text}`)),
      );
    });
    asked.on("error", reject);
    asked.end();
  });
}

/**
 * Sends a request and reads the whole response.
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {{ method?: string, body?: unknown }} [options] POST unless a method is given; a body other than a form as JSON
 * @returns {Promise<any>} the response's JSON, `undefined` if it is empty
 * @throws when the status is not of success
 */
export async function send(url, headers, { method = "POST", body } = {}) {
  const content =
    body === undefined || body instanceof FormData
      ? { headers, body }
      : { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(url, { method, ...content });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${method} ${url}: ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

/**
 * The headers of a signed-in caller of the API itself.
 * @param {string} apiOrigin
 */
export function apiHeaders(apiOrigin) {
  return signedInHeaders(apiOrigin, adminUser, adminPassword);
}

/**
 * The same for another user.
 * @param {string} apiOrigin
 * @param {string} userName
 * @param {string} password
 */
export async function signedInHeaders(apiOrigin, userName, password) {
  const secret = await get(`${apiOrigin}/auth`, { authorization: basic(userName, password) });
  return { authorization: basic(userName, String(secret)), accept: "application/json", lang: "en" };
}

/**
 * The headers of a signed-in browser.
 * @param {string} origin
 * @param {string} [userName]
 */
export async function browserHeaders(origin, userName = adminUser) {
  const response = await fetch(`${origin}/api/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrf": "1" },
    body: JSON.stringify({ userName, password: adminPassword }),
  });
  if (!response.ok) throw new Error(`Signing in answered ${response.status}.`);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return { cookie, accept: "application/json", lang: "en", "x-csrf": "1" };
}

/**
 * @param {string} userName
 * @param {string} secret
 */
function basic(userName, secret) {
  return `Basic ${Buffer.from(`${userName}:${secret}`).toString("base64")}`;
}
