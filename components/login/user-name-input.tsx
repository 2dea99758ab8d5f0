import type { ComponentProps } from "react";
import { Input } from "../ui/input";

/** Input for the user name of an account, as browsers and password managers know it. */
export function UserNameInput(props: ComponentProps<typeof Input>) {
  return (
    <Input autoComplete="username" autoCapitalize="none" autoCorrect="off" spellCheck={false} {...props} />
  );
}
