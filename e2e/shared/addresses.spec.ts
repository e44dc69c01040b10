import { place } from '@/lib/model/reach/testing-places'
import { fillProvider, openModelForm } from '../support/provider'
import { expect, test } from '../support/test'

test('an internal network address is refused with a reason by Test and Save, and never called', async ({
  page,
}) => {
  const inside = await place()
  // MNEME_MODEL_HOSTS of the test server allows 127.0.0.1, but not localhost.
  await fillProvider(page, { url: inside.at('localhost') })
  const provider = page.getByRole('region', { name: 'Model', exact: true })

  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(provider.getByRole('alert')).toContainText('localhost is inside this server’s network')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(provider.getByRole('alert').last()).toContainText(
    'Enter a public address, or ask whoever runs this server to add localhost to MNEME_MODEL_HOSTS.',
  )
  await expect(page.getByRole('button', { name: 'Save without checking' })).toBeHidden()
  await expect(provider).not.toContainText('secret')

  await page.reload()
  await openModelForm(page)
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue('')
  expect(inside.connections).toBe(0)
  await inside.close()
})

test('an address with more than a host, port and path is refused with what to remove', async ({ page }) => {
  await fillProvider(page, { url: 'http://me:secret@127.0.0.1:9/v1' })
  const provider = page.getByRole('region', { name: 'Model', exact: true })
  for (const [address, words] of [
    ['http://me:secret@127.0.0.1:9/v1', 'The address must not contain a user name or password.'],
    ['http://127.0.0.1:9/v1?key=1', 'Remove everything from the ? or # onwards'],
    ['file:///etc/passwd', 'Use an http or https URL'],
  ] as const) {
    await page.getByRole('textbox', { name: 'Base URL' }).fill(address)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(provider).toContainText(words)
  }
})
