import { renderToStaticMarkup } from "react-dom/server";
import { FormProvider, useForm } from "react-hook-form";
import { expect, test } from "vitest";
import type { AvatarChange } from "@/components/resource/fields/avatar-change";
import { FormContextProvider } from "@/components/resource/form/form-context";
import { PublicConfigProvider } from "@/lib/client/public-config";
import type { Theme } from "@/lib/contract/themes";
import type { PublicConfig } from "@/lib/installation/public-config";
import { themeValuesOf, useThemeLook } from "./theme-values";

const theme = {
  ...{ name: "Harbour", primary: "#4f46e5", accent: "#0891b2", isDark: false, isDefault: true },
  ...{ logo: { attachmentId: "7", fileName: "logo.png", syncVersion: 1 }, darkLogo: null },
} as Theme;

function LogoAddress() {
  const { logo } = useThemeLook(theme);
  return logo === "" ? "none" : logo;
}

function Edited({ logo }: { logo: AvatarChange }) {
  const form = useForm({ defaultValues: { ...themeValuesOf(theme), logo } });
  return (
    <PublicConfigProvider config={{ prefix: "" } as PublicConfig}>
      <FormProvider {...form}>
        <FormContextProvider value={{ editing: true, label: String, stored: {} }}>
          <LogoAddress />
        </FormContextProvider>
      </FormProvider>
    </PublicConfigProvider>
  );
}

test.each([
  ["unchanged", undefined, "/api/organisation-settings/logo/7"],
  ["removed as none", null, "none"],
])("[OR-02] the preview of a theme shows a logo that is %s", (_, change, shown) => {
  expect(renderToStaticMarkup(<Edited logo={change} />)).toBe(shown);
});
