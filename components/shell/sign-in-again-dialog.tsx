"use client";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { usePublicConfig } from "@/lib/client/public-config";
import { shownWhileConcealed } from "./concealed";
import { signInAgain } from "./sign-in-again";
import { type SignInAgainDialogProps, SignInAgainWithPassword } from "./sign-in-again-password";
import { leaveUnasked } from "./unload-guard";

/** Over the workspace, which waits beneath it unchanged; how one signs in depends on the mode. */
export default function SignInAgainDialog(props: SignInAgainDialogProps) {
  const { authMode } = usePublicConfig();
  return authMode === "basic" ? <SignInAgainWithPassword {...props} /> : <SignInAgainElsewhere {...props} />;
}

const popupFeatures = "popup,width=480,height=680";

/**
 * The provider has pages of its own, which open in a window beside the workspace; it hears of their success as of any
 * sign-in in another window. Where windows are blocked, this one goes there, and finds tabs and drafts again afterwards.
 */
function SignInAgainElsewhere({ userName, focusAfterwards }: SignInAgainDialogProps) {
  const t = useTranslations("shell.signInAgain");
  const { prefix } = usePublicConfig();
  const decline = () => signInAgain.settle(false);
  const goInThisWindow = () => {
    leaveUnasked();
    const callbackUrl = location.pathname + location.search;
    location.assign(`${prefix}/login?${new URLSearchParams({ callbackUrl })}`);
  };
  return (
    <Dialog
      open
      onOpenChange={decline}
      focusAfterwards={focusAfterwards}
      size="sm"
      className={shownWhileConcealed}
      title={t("title")}
      description={t("elsewhere", { name: userName })}
      footer={
        <>
          <Button onClick={decline}>{t("later")}</Button>
          <Button
            variant="primary"
            onClick={() => {
              if (!window.open(`${prefix}/login?popup=1`, "hub-sign-in", popupFeatures)) goInThisWindow();
            }}
          >
            {t("submit")}
          </Button>
        </>
      }
    >
      <button
        type="button"
        className="rounded pb-1 font-medium text-primary text-xs underline-offset-2 hover:underline"
        onClick={goInThisWindow}
      >
        {t("inThisWindow")}
      </button>
    </Dialog>
  );
}

/** To those who would rather go on reading: the way back to the dialog. */
export function DeclinedNotice() {
  const t = useTranslations("shell.signInAgain");
  return (
    <Alert
      tone="warning"
      title={t("declinedTitle")}
      className="rounded-none border-x-0 border-t-0"
      action={
        <Button size="sm" onClick={() => signInAgain.ask()}>
          {t("title")}
        </Button>
      }
    >
      <p className="text-muted">{t("declined")}</p>
    </Alert>
  );
}
