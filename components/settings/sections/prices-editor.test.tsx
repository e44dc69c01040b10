// @vitest-environment happy-dom
import { act, type ContextType } from 'react'
import { expect, it } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import { TooltipProvider } from '@/components/ui/tooltip'
import { SettingsContext } from '../use-settings'
import { PricesEditor } from './prices-editor'

const price = (input: number, output: number) => ({ input, output })

/** The editor over stored prices, which `elsewhere` replaces as an imported file does. */
async function editor(stored: object) {
  const { host, render } = mount()
  let value = stored
  const settings = {
    get: () => ({ key: 'prices', value, layer: 'user' }),
    save: async (_: string, next: object | null) => {
      value = next ?? {}
      return true
    },
  } as unknown as ContextType<typeof SettingsContext>
  const show = () =>
    render(
      <TooltipProvider>
        <SettingsContext value={settings}>
          <PricesEditor />
        </SettingsContext>
      </TooltipProvider>,
    )
  await show()
  const named = (label: string) => host.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)
  const saving = () => [...host.querySelectorAll('button')].find((one) => one.textContent === 'Save prices')
  return {
    shown: () =>
      [...host.querySelectorAll('input')]
        .map((input) => input.value)
        .join(' ')
        .trim(),
    stored: () => value,
    canSave: () => saving() !== undefined,
    elsewhere: async (next: object) => {
      value = next
      await show()
    },
    type: (label: string, text: string) =>
      act(async () => {
        const input = named(label)
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
        input?.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    click: (label: string) => act(async () => named(label)?.click()),
    save: async () => {
      await act(async () => saving()?.click())
      await show()
    },
  }
}

it('shows prices that were imported, and saving another keeps them', async () => {
  const page = await editor({ a: price(1, 2) })
  await page.elsewhere({ a: price(1, 2), b: price(3, 4) })
  expect([page.shown(), page.canSave()]).toEqual(['a 1  2 b 3  4', false])
  await page.type('Input of a', '5')
  await page.save()
  expect([page.stored(), page.canSave()]).toEqual([{ a: price(5, 2), b: price(3, 4) }, false])
})

it('keeps what is being typed when prices change elsewhere, and saves both', async () => {
  const page = await editor({ a: price(1, 2), b: price(3, 4), c: price(5, 6) })
  await page.type('Input of a', '7')
  await page.click('Remove c')
  await page.elsewhere({ a: price(1, 2), b: price(8, 9), c: price(5, 6), d: price(0, 1) })
  expect(page.shown()).toBe('a 7  2 b 3  4')
  await page.save()
  expect(page.stored()).toEqual({ a: price(7, 2), b: price(8, 9), d: price(0, 1) })
  expect([page.shown(), page.canSave()]).toEqual(['a 7  2 b 8  9 d 0  1', false])
})
