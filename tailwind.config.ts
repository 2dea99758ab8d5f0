import type { Config } from "tailwindcss";

// Names only; the values are the CSS variables of app/globals.css, so that themes can change while the page is open.
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
        primary: { DEFAULT: "var(--primary)", strong: "var(--primary-strong)", on: "var(--on-primary)" },
        accent: "var(--accent)",
        success: "var(--success)",
        warning: "var(--warning)",
        danger: { DEFAULT: "var(--danger)", strong: "var(--danger-strong)", on: "var(--on-danger)" },
        ring: "var(--ring)",
        overlay: "var(--overlay)",
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
