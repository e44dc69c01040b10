// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { GREY, readTheme } from './theme'

it('reads each colour once, and anew for another theme', () => {
  const root = document.documentElement
  root.style.setProperty('--accent', '#0f766e')
  const read = vi.spyOn(CSSStyleDeclaration.prototype, 'getPropertyValue')
  const theme = readTheme()
  read.mockClear()
  expect([theme.color('--accent'), theme.color('--accent')]).toEqual(['#0f766e', '#0f766e'])
  expect(theme.color('--none')).toBe(GREY)
  expect(read).toHaveBeenCalledTimes(2)
  root.style.setProperty('--accent', '#5eead4')
  expect(readTheme().color('--accent')).toBe('#5eead4')
})
