import { fold } from "../format/fold";

/** Why a new password is refused: keys of messages/<language>/validation.json. */
export type PasswordFault = "passwordCommon" | "passwordNames" | "passwordPattern" | "passwordWeak";

export interface PasswordStrength {
  /** Guessed in fewer than 10^3, 10^6, 10^8, 10^10 attempts, or more: 0 to 4. */
  score: 0 | 1 | 2 | 3 | 4;
  fault?: PasswordFault;
}

/** The first characters decide; rating more would take too long. */
const maxRated = 72;
const minNameLength = 3;
/** Letters of a password that has a name in it. */
const minOtherLetters = 4;

const commonWarnings: readonly string[] = [
  "topTen",
  "topHundred",
  "common",
  "similarToCommon",
  "wordByItself",
];
const patterns: readonly string[] = ["sequence", "repeat", "spatial", "date", "regex"];

type Check = import("@zxcvbn-ts/core").ZxcvbnFactory["check"];

let loading: Promise<Check> | undefined;

/** Loaded on first use: the list of common passwords is large. */
async function load(): Promise<Check> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password) => factory.check(password);
}

/**
 * Rates a new password (AU-13). Accepts good ones, and those of 12 or more characters unless they are common;
 * refuses names with digits and signs.
 * @param names of the person and the organisation
 */
export async function ratePassword(password: string, names: readonly string[]): Promise<PasswordStrength> {
  loading ??= load();
  const check = await loading.catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const whole = rate(check, password);
  if (whole.fault) return whole;
  return isMadeOf(password, names) ? { score: 1, fault: "passwordNames" } : whole;
}

function rate(check: Check, password: string): PasswordStrength {
  const { score, feedback, sequence } = check(password.slice(0, maxRated));
  if (password.length >= 8 && (score >= 3 || (password.length >= 12 && score === 2))) return { score };
  if (commonWarnings.includes(feedback.warning ?? "")) return { score, fault: "passwordCommon" };
  const isPattern = sequence.some(({ pattern }) => patterns.includes(pattern));
  return { score, fault: isPattern ? "passwordPattern" : "passwordWeak" };
}

/** Whether a password has words of the names, and hardly any other letters. */
function isMadeOf(password: string, names: readonly string[]): boolean {
  const words = names
    .flatMap((name) => fold(name).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= minNameLength)
    .sort((one, other) => other.length - one.length);
  const folded = fold(password);
  const rest = words.reduce((text, word) => text.replaceAll(word, ""), folded);
  return rest !== folded && rest.replace(/[^\p{L}]/gu, "").length < minOtherLetters;
}
