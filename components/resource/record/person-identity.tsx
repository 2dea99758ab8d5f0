import { Avatar } from "@/components/ui/avatar";
import { userDisplayName } from "@/lib/format/user-name";

export interface IdentifiedPerson {
  userName: string;
  firstName: string;
  lastName: string;
}

/** A person in the first column of a list: picture, name, and below it a detail that distinguishes equal names. */
export function PersonIdentity({ person, src }: { person: IdentifiedPerson; src?: string }) {
  const name = userDisplayName(person);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar {...person} src={src} size={24} />
      <span className="flex min-w-0 flex-col leading-4 [--cell-text-padding:0] in-data-[density=compact]:flex-row in-data-[density=compact]:gap-1.5">
        <span className="cell-text">{name}</span>
        {name !== person.userName && (
          <span className="cell-text font-normal text-muted text-xs">{person.userName}</span>
        )}
      </span>
    </span>
  );
}
