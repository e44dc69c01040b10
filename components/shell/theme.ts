'use client'
import { useTheme } from 'next-themes'
import { useHydrated } from '../ui/hooks/use-hydrated'

type Theme = 'light' | 'dark' | 'system'
export const THEMES: { value: Theme; label: string; note?: string }[] = [
  { value: 'light', label: 'Light', note: 'paper' },
  { value: 'dark', label: 'Dark', note: 'slate' },
  { value: 'system', label: 'System' },
]

/** The theme the person chose: 'system' until hydration, because only the browser knows it. */
export function useChosenTheme(): [Theme, (theme: Theme) => void] {
  const { theme, setTheme } = useTheme()
  return [useHydrated() ? ((theme as Theme | undefined) ?? 'system') : 'system', setTheme]
}
