import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { signInAgain } from "../../errors/sign-in-again";
import { visibleWhileConcealed } from "./concealed";
import { openSignIn, openSignInHere } from "./open-sign-in";

interface SignInAgainElsewhereProps {
  userName: string;
  focusAfterwards: () => HTMLElement | null;
}

/** OIDC mode: signs in on the provider's pages, and detects success like a sign-in in another window. */
export function SignInAgainElsewhere({ userName, focusAfterwards }: SignInAgainElsewhereProps) {
  const t = useTranslations("shell.signInAgain");
  const address = `${usePrefix()}/login`;
  const decline = () => signInAgain.settle(false);
  return (
    <Dialog
      open
      onOpenChange={decline}
      focusAfterwards={focusAfterwards}
      size="sm"
      className={visibleWhileConcealed}
      title={t("title")}
      description={t("elsewhere", { name: userName })}
      footer={
        <>
          <Button onClick={decline}>{t("later")}</Button>
          <Button variant="primary" onClick={() => openSignIn(address)}>
            {t("submit")}
          </Button>
        </>
      }
    >
      <button
        type="button"
        className="rounded pb-1 font-medium text-primary text-xs underline-offset-2 hover:underline"
        onClick={() => openSignInHere(address)}
      >
        {t("inThisWindow")}
      </button>
    </Dialog>
  );
}
