import type { Config } from "tailwindcss";

const fill = (name: string) => ({
  DEFAULT: `var(--${name})`,
  strong: `var(--${name}-strong)`,
  active: `var(--${name}-active)`,
  subtle: `var(--${name}-subtle)`,
  on: `var(--on-${name})`,
});

// Names only; the values are the CSS variables of app/theme.css and app/globals.css, so that themes can change while the page is open.
export default {
  content: ["./app/**/*.tsx", "./components/**/*.tsx"],
  theme: {
    extend: {
      colors: {
        background: "var(--background)",
        surface: "var(--surface)",
        raised: "var(--raised)",
        hover: "var(--hover)",
        selected: "var(--selected)",
        border: "var(--border)",
        control: "var(--control)",
        text: "var(--text)",
        muted: "var(--muted)",
        active: "var(--active)",
        primary: fill("primary"),
        accent: fill("accent"),
        success: { DEFAULT: "var(--success)", subtle: "var(--success-subtle)" },
        warning: { DEFAULT: "var(--warning)", subtle: "var(--warning-subtle)" },
        danger: fill("danger"),
        ring: "var(--ring)",
        overlay: "var(--overlay)",
      },
      // What is written has to be told apart better than what is filled.
      textColor: {
        primary: "var(--primary-text)",
        accent: "var(--accent-text)",
        danger: "var(--danger-text)",
      },
      fontFamily: {
        sans: ["Inter Variable", "Inter Fallback", "system-ui", "sans-serif"],
        mono: ["ui-monospace", "SFMono-Regular", "Menlo", "Consolas", "monospace"],
      },
      fontSize: {
        xs: ["12px", "16px"],
        sm: ["13px", "20px"],
        base: ["14px", "20px"],
        lg: ["16px", "24px"],
        xl: ["20px", "28px"],
      },
      borderRadius: { DEFAULT: "6px", sm: "4px", md: "6px", lg: "8px" },
      boxShadow: { float: "var(--shadow-float)" },
      height: { row: "var(--row-height)", field: "var(--field-height)" },
      transitionDuration: { DEFAULT: "120ms" },
    },
  },
} satisfies Config;
