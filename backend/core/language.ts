import { createTranslator } from "use-intl/core";
import type { ErrorCode } from "../../lib/contract/errors";
import { negotiateLanguage } from "../../lib/i18n/language";
import { type Language, languages } from "../../lib/preferences/preferences";
import type { ValidationKey } from "../../lib/validation/messages";
import deErrors from "../../messages/de/errors.json";
import deMail from "../../messages/de/mail.json";
import deNotifications from "../../messages/de/notifications.json";
import deValidation from "../../messages/de/validation.json";
import enErrors from "../../messages/en/errors.json";
import enMail from "../../messages/en/mail.json";
import enNotifications from "../../messages/en/notifications.json";
import enValidation from "../../messages/en/validation.json";
import plErrors from "../../messages/pl/errors.json";
import plMail from "../../messages/pl/mail.json";
import plNotifications from "../../messages/pl/notifications.json";
import plValidation from "../../messages/pl/validation.json";
import srErrors from "../../messages/sr/errors.json";
import srMail from "../../messages/sr/mail.json";
import srNotifications from "../../messages/sr/notifications.json";
import srValidation from "../../messages/sr/validation.json";
import { areaTexts } from "./area-texts";

interface Messages {
  errors: typeof enErrors;
  mail: typeof enMail;
  notifications: typeof enNotifications;
  validation: typeof enValidation;
}

const messages: Record<Language, Messages> = {
  en: { errors: enErrors, mail: enMail, notifications: enNotifications, validation: enValidation },
  de: { errors: deErrors, mail: deMail, notifications: deNotifications, validation: deValidation },
  pl: { errors: plErrors, mail: plMail, notifications: plNotifications, validation: plValidation },
  sr: { errors: srErrors, mail: srMail, notifications: srNotifications, validation: srValidation },
};

type Values = Record<string, string | number>;

/** The server's texts in one language; each is undefined when there is none for the key. */
export interface Texts {
  title(status: number): string | undefined;
  message(code: ErrorCode, values: Values): string | undefined;
  rule(rule: ValidationKey, values: Values): string | undefined;
  /** The text of a notification. */
  event(event: string, values: Values): string | undefined;
  /** The labels of events that can be muted, in the order in which areas declare them. */
  readonly eventKinds: ReadonlyMap<string, string>;
  /** A text about the installation. */
  check(key: string, values: Values): string | undefined;
  /** The text of an e-mail. */
  mail(key: string, values: Values): string | undefined;
}

const texts = Object.fromEntries(languages.map((language) => [language, textsIn(language)])) as Record<
  Language,
  Texts
>;

function textsIn(language: Language): Texts {
  // Serbian is written in Latin script here; the plural rules and number formats are those of the plain tag.
  const { notifications, ...others } = messages[language];
  const translate = createTranslator({
    locale: language,
    messages: {
      ...others,
      checks: areaTexts[language].checks,
      notifications: { ...notifications, ...areaTexts[language].notifications },
    },
  });
  const say = (key: string, values?: Values) =>
    translate.has(key as never) ? translate(key as never, values as never) : undefined;
  return {
    title: (status) => say(`errors.titles.${status}`),
    message: (code, values) => say(`errors.messages.${code}`, values),
    rule: (rule, values) => say(`validation.${rule}`, values),
    event: (event, values) => say(`notifications.${event}`, values),
    eventKinds: new Map(Object.entries(areaTexts[language].notificationKinds)),
    check: (key, values) => say(`checks.${key}`, values),
    mail: (key, values) => say(`mail.${key}`, values),
  };
}

export function textsOf(language: Language): Texts {
  return texts[language];
}

/** The best of our languages by a Lang or Accept-Language header, such as `de` or `de-AT,en;q=0.8`. */
export function languageOf(header: string | string[] | undefined): Language {
  return negotiateLanguage(undefined, header?.toString());
}
