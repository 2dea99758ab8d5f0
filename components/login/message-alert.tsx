import { useTranslations } from "next-intl";
import { type Refusal, signInTimeout } from "@/lib/client/session/request-sign-in";
import { Alert } from "../ui/alert";

/** Why a sign-in did not succeed. */
export type Message = Refusal | { kind: "canceled" };

export function MessageAlert({ message }: { message?: Message }) {
  if (!message) return null;
  return (
    <Alert tone={message.kind === "canceled" ? "info" : "danger"}>
      <MessageText message={message} />
    </Alert>
  );
}

function MessageText({ message }: { message: Message }) {
  const t = useTranslations("login");
  switch (message.kind) {
    case "tooManyAttempts":
      return t("tooManyAttempts", { minutes: message.minutes });
    case "noAnswer":
      return t("noAnswer", { seconds: signInTimeout / 1000 });
    case "wrongSecondFactor":
      return t("secondStep.wrongSecondFactor");
    case "wrongPasskey":
      return t("passkey.wrongPasskey");
    case "failed":
      return message.message || t("failed");
    default:
      return t(message.kind);
  }
}
