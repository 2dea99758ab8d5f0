import { Search } from "lucide-react";
import { type ComponentPropsWithRef, createContext, useContext } from "react";
import { Input } from "./input";
import { Kbd } from "./kbd";

/** What goes to the search of a view from anywhere in it. */
export const searchKey = "/";

/** Whether it does: a key of one character can be turned off (WCAG 2.1.4). */
export const SearchKeyContext = createContext(true);

/** The box of a view's search; it says by which key one comes to it as long as it is empty. */
export function SearchInput({ value, ...rest }: Omit<ComponentPropsWithRef<"input">, "icon">) {
  const isOn = useContext(SearchKeyContext);
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
