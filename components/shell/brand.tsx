import { cn } from "@/components/ui/cn";
import { Mark } from "@/components/ui/mark";

interface BrandProps {
  name: string;
  /** The address of the logo; the product's mark without it. */
  logo?: string;
  nameClass?: string;
}

/** Whose product it is, as the top bar says it. */
export function Brand({ name, logo, nameClass }: BrandProps) {
  return (
    <>
      <Mark src={logo} className={cn("h-6 shrink-0", logo ? "max-w-24" : "w-6")} />
      <span className={cn("truncate", nameClass)}>{name}</span>
    </>
  );
}
