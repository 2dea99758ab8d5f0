import { Badge } from "@/components/ui/badge";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { UserRow } from "@/lib/contract/users";

/** Letters of two role names that fit the narrowest column; further roles are counted. */
const maxLettersOfTwo = 24;

/** Roles of a row: as many as fit, then their number; all of them to screen readers. */
export function RoleChips({ roles = [] }: Pick<UserRow, "roles">) {
  const [first, second] = roles;
  const isRoomForTwo = first && second && first.roleName.length + second.roleName.length <= maxLettersOfTwo;
  const shown = roles.slice(0, isRoomForTwo ? 2 : 1);
  const more = roles.slice(shown.length).map(({ roleName }) => roleName);
  return (
    <span className="flex min-w-0 gap-1" title={roles.map(({ roleName }) => roleName).join(", ")}>
      {shown.map(({ roleId, roleName }) => (
        <Badge key={roleId} className="min-w-0 shrink">
          <span className="truncate">{roleName}</span>
        </Badge>
      ))}
      {more.length > 0 && (
        <Badge>
          <span aria-hidden="true">+{more.length}</span>
          <VisuallyHidden>{more.join(", ")}</VisuallyHidden>
        </Badge>
      )}
    </span>
  );
}
