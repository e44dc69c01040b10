// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import { type ProviderForm, useProviderForm } from './use-provider-form'

vi.mock('@/components/shell/shell-context', () => ({
  useShell: () => ({ provider: { own: null, offline: true }, setProvider: () => {} }),
}))
vi.mock('../actions', () => ({ server: { saveProvider: async () => ({ ok: true, value: { own: null } }) } }))

let form = {} as ProviderForm
function Form() {
  form = useProviderForm()
  return null
}
let leave = async () => {}
async function visit() {
  await leave()
  const page = mount()
  await page.render(<Form />)
  leave = page.unmount
}

it('keeps what was typed when the person comes back, except the key, until it is saved or discarded', async () => {
  const baseUrl = 'http://mine.test/v1'
  await visit()
  await act(async () => form.change({ baseUrl, apiKey: 'secret' }))
  await visit()
  expect([form.values.baseUrl, form.values.apiKey, form.isUnsaved]).toEqual([baseUrl, '', true])
  await act(async () => form.discard())
  await visit()
  expect([form.values.baseUrl, form.isUnsaved]).toEqual(['', false])
  await act(async () => form.change({ baseUrl }))
  await act(async () => {
    await form.save({ unchecked: true })
  })
  await visit()
  expect(form.values.baseUrl).toBe('')
})
