"use client";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { usePublicConfig } from "@/lib/public-config";
import { SignInAgainWithPassword } from "./sign-in-again-password";
import { leaveUnasked } from "./unload-guard";

export interface SignInAgainDialogProps {
  /** Nobody else can sign in here: the workspace is theirs. */
  userName: string;
  /** Resolves once the workspace has taken note. */
  onSignedIn: () => Promise<void>;
  /** The workspace stays as it is, to be read. */
  onDecline: () => void;
  /** Goes to the sign-in page, which lets anybody in. */
  onLeave: () => void;
}

/** Over the workspace, which waits beneath it unchanged; how one signs in depends on the mode. */
export default function SignInAgainDialog(props: SignInAgainDialogProps) {
  const { authMode } = usePublicConfig();
  return authMode === "basic" ? <SignInAgainWithPassword {...props} /> : <SignInAgainElsewhere {...props} />;
}

/** The provider has pages of its own: it sends back to the present address, where tabs and drafts are found again. */
function SignInAgainElsewhere({ userName, onDecline }: SignInAgainDialogProps) {
  const t = useTranslations("shell.signInAgain");
  const { prefix } = usePublicConfig();
  return (
    <Dialog
      open
      onOpenChange={onDecline}
      size="sm"
      title={t("title")}
      description={t("elsewhere", { name: userName })}
      footer={
        <>
          <Button onClick={onDecline}>{t("later")}</Button>
          <Button
            variant="primary"
            onClick={() => {
              leaveUnasked();
              const callbackUrl = location.pathname + location.search;
              location.assign(`${prefix}/login?${new URLSearchParams({ callbackUrl })}`);
            }}
          >
            {t("submit")}
          </Button>
        </>
      }
    />
  );
}
