// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import type { SettingDto } from '@/lib/shared/dto'
import type { Result } from '@/lib/shared/errors'
import { useSettings } from './use-settings'

const saveSetting = vi.hoisted(() => vi.fn())
vi.mock('./actions', () => ({ server: { saveSetting } }))
vi.mock('@/components/ui/toast-failure', () => ({ toastFailure: () => {} }))
vi.mock('@/components/shell/shell-context', () => ({
  useChanges: () => {},
  useShell: () => ({ refreshDefaults: () => {} }),
}))

const setting = (key: string, value: boolean): SettingDto => ({ key, value, layer: 'default' })
let settings = {} as ReturnType<typeof useSettings>
function Page() {
  settings = useSettings([setting('a', false), setting('b', false)])
  return null
}
const shown = () => ['a', 'b'].map((key) => settings.get(key)?.value)

it('two values that are refused together are both reverted; one that is stored stays', async () => {
  await mount().render(<Page />)
  const responses: ((result: Result<SettingDto[]>) => void)[] = []
  saveSetting.mockImplementation(() => new Promise((resolve) => responses.push(resolve)))
  const both = async () => {
    for (const key of ['a', 'b']) await act(async () => void settings.save(key, true))
  }
  const respond = (result: Result<SettingDto[]>) => act(async () => responses.shift()?.(result))
  const refused = { ok: false as const, error: { code: 'unavailable' as const, message: 'Not now.' } }

  await both()
  expect(shown()).toEqual([true, true])
  await respond(refused)
  await respond(refused)
  expect(shown()).toEqual([false, false])

  await both()
  await respond({ ok: true, value: [setting('a', true), setting('b', false)] })
  await respond(refused)
  expect(shown()).toEqual([true, false])
})
