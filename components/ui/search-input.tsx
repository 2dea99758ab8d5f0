import { Search } from "lucide-react";
import { type ComponentPropsWithRef, useContext } from "react";
import { Input } from "./input";
import { Kbd } from "./kbd";
import { SingleKeysContext } from "./single-keys";

/** Key that focuses the search of a view. */
export const searchKey = "/";

/** Search box of a view; shows its shortcut while empty. */
export function SearchInput({ value, ...rest }: Omit<ComponentPropsWithRef<"input">, "icon">) {
  const isOn = useContext(SingleKeysContext);
  return (
    <span className="group/search relative block">
      <Input icon={<Search />} aria-keyshortcuts={isOn ? searchKey : undefined} value={value} {...rest} />
      {isOn && value === "" && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-2 flex items-center group-focus-within/search:hidden max-sm:hidden pointer-coarse:hidden"
        >
          <Kbd>{searchKey}</Kbd>
        </span>
      )}
    </span>
  );
}
