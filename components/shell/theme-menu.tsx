'use client'
import { Moon, Sun, SunMoon } from 'lucide-react'
import { useTheme } from 'next-themes'
import { useHydrated } from '../ui/hooks/use-hydrated'
import { Menu, type MenuChoice, MenuChoices } from '../ui/menu'

export type Theme = 'light' | 'dark' | 'system'
export const THEMES: MenuChoice<Theme>[] = [
  { value: 'light', label: 'Light', note: 'paper' },
  { value: 'dark', label: 'Dark', note: 'slate' },
  { value: 'system', label: 'System' },
]

/** The theme; 'system' until hydration, because the server cannot know it. */
export function useChosenTheme(): [Theme, (theme: Theme) => void] {
  const { theme, setTheme } = useTheme()
  return [useHydrated() ? ((theme as Theme | undefined) ?? 'system') : 'system', setTheme]
}

export function ThemeMenu({ folded = false }: { folded?: boolean }) {
  const [theme, setTheme] = useChosenTheme()
  const Icon = theme === 'light' ? Sun : theme === 'dark' ? Moon : SunMoon
  const label = THEMES.find((choice) => choice.value === theme)?.label
  return (
    <Menu
      label="Theme"
      side="top"
      trigger={
        <button
          type="button"
          aria-label={`Theme: ${label}`}
          className="inline-flex h-9 min-w-9 pointer-coarse:h-11 items-center justify-center gap-2 rounded-md px-2 text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <Icon className="size-[18px]" />
          {!folded && <span>{label}</span>}
        </button>
      }
    >
      <MenuChoices value={theme} onChange={setTheme} choices={THEMES} />
    </Menu>
  )
}
