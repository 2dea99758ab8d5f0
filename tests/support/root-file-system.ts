import { execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const run = (command: string, parameters: string[], options = {}) =>
  execFileSync(command, parameters, {
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    maxBuffer: 100e6,
    ...options,
  });

/** Installs Node.js of a major version from the registry's packages; returns its program. */
export function installNode(major: number, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const name = `node-linux-${process.arch}`;
  run("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", "--no-save", `${name}@${major}`]);
  return join(folder, "node_modules", name, "bin/node");
}

/** Creates the base image: Debian's essential packages, Node.js 24 and npm. */
export function createBase(folder: string): void {
  run("debootstrap", ["--variant=minbase", "bookworm", folder, "http://deb.debian.org/debian"]);
  // debootstrap leaves it mounted, and its files have any size.
  run("sh", ["-c", `! mountpoint -q "$1" || umount "$1"`, "sh", join(folder, "proc")]);
  const node = installNode(24, mkdtempSync(join(tmpdir(), "hub-node-")));
  copyFileSync(node, join(folder, "usr/local/bin/node"));
  const npm = dirname(dirname(realpathSync(run("which", ["npm"]).trim())));
  cpSync(npm, join(folder, "usr/local/lib/node_modules/npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(folder, "usr/local/bin/npm"));
}

/** Files by which programs of this machine reach the network: only builds get them. */
const networkFiles = ["/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs/ca-certificates.crt", "/etc/npmrc"];

/** Runs a command of a build as root, with the network. */
export function runInside(
  folder: string,
  directory: string,
  command: string,
  env: Record<string, string>,
): void {
  const binds = networkFiles.filter((file) => existsSync(file)).map((file) => `bind ${file} ${file}`);
  const script = `${mounts(folder, binds)}\nexec chroot . sh -c "cd $1 && $2"`;
  const certificates = "/etc/ssl/certs/ca-certificates.crt";
  run("unshare", ["--mount", "sh", "-euc", script, "sh", directory, command], {
    env: { PATH: path, NODE_ENV: "production", HOME: "/root", NODE_EXTRA_CA_CERTS: certificates, ...env },
  });
}

const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Shell commands that mount a folder as a root file system. */
const mounts = (folder: string, more: string[]) => `
bind() { mkdir -p "$(dirname .$2)"; [ -e .$2 ] || touch .$2; mount --bind $1 .$2; }
cd ${folder}
${more.join("\n")}
mount -t proc proc proc
mount --rbind /dev dev`;

/**
 * Starts a program as containers are run at their strictest: read-only root, nothing writable but RAM disks at `disks`, no
 * capabilities, a numeric user, and no variables of this machine.
 */
export function startInside(
  folder: string,
  command: readonly string[],
  {
    user,
    directory,
    env,
    disks,
  }: { user: string; directory: string; env: Record<string, string>; disks: string[] },
  options: SpawnOptions = {},
) {
  const [uid = "", gid = ""] = user.split(":");
  const script = `
mount --bind ${folder} ${folder}
${mounts(
  folder,
  disks.map((disk) => `mkdir -p .${disk}; mount -t tmpfs -o mode=1777 tmpfs .${disk}`),
)}
mount -o remount,bind,ro ${folder}
exec chroot ${folder} setpriv --reuid ${uid} --regid ${gid} --clear-groups --inh-caps=-all --bounding-set=-all \
  --no-new-privs sh -c 'cd ${directory} && exec "$@"' sh "$@"`;
  return spawn("unshare", ["--mount", "sh", "-euc", script, "sh", ...command], {
    stdio: ["ignore", "pipe", "pipe"],
    ...options,
    env: { PATH: path, NODE_ENV: "production", ...env },
  });
}
