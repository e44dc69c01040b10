import { afterEach, describe, expect, it } from 'vitest'
import { type OpenAiServer, type ServerOptions, serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { configAt, testModels, testRequest } from '@/lib/model/testing'
import type { ModelImage } from '@/lib/model/types'
import { pngOf, SAMPLES } from '@/lib/shared/testing-images'
import { imageTokens } from '@/lib/shared/turn/images'
import { SupportMemory } from './support/support'

const IMAGES: ModelImage[] = [
  { mediaType: 'image/png', width: 640, height: 480, bytes: pngOf(640, 480) },
  { mediaType: 'image/jpeg', width: 64, height: 48, bytes: SAMPLES.jpeg },
]
const dataUrl = ({ mediaType, bytes }: ModelImage) =>
  `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`
const request = () => testRequest({ user: 'What is this?', images: IMAGES })

let server: OpenAiServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})
async function serve(refuse?: ServerOptions['refuse'], usage?: { inputTokens: number }) {
  const model = new ScriptedModel(() => ({ text: 'A teal square.', ...(usage ? { usage } : {}) }))
  server = await serveOpenAi({ model, ...(refuse ? { refuse } : {}) })
  return server
}
const holdsImages = (body: unknown) => JSON.stringify(body).includes(';base64,')
const refusing = (status: number, message: string) => (body: unknown) =>
  holdsImages(body) ? { status, message } : null

/** The parts of the user's message, as the API has them. */
const partsOf = (body: Record<string, unknown>) => {
  const messages = (body.messages ?? body.input) as { role: string; content: { type: string }[] }[]
  return messages.find(({ role }) => role === 'user')?.content
}

describe.each(['chat', 'responses'] as const)('images over %s', (api) => {
  it('arrive behind the text, with the same bytes, in order', async () => {
    const { url, requests } = await serve()
    const { models } = testModels(configAt(url, api))
    const result = await models.call('fast', request())
    expect(result).toMatchObject({ error: null, text: 'A teal square.', notices: [] })
    const [first, second] = IMAGES.map(dataUrl)
    expect(partsOf(requests[0]?.body ?? {})).toEqual(
      api === 'chat'
        ? [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: first } },
            { type: 'image_url', image_url: { url: second } },
          ]
        : [
            { type: 'input_text', text: 'What is this?' },
            { type: 'input_image', image_url: first },
            { type: 'input_image', image_url: second },
          ],
    )
  })

  it('are left out for a model that refuses them: it answers from the text, and both are told', async () => {
    const { url, requests } = await serve(refusing(400, 'This model does not support image input.'))
    const { models } = testModels(configAt(url, api))
    const result = await models.call('fast', request())
    expect(result).toMatchObject({
      error: null,
      text: 'A teal square.',
      notices: [expect.stringContaining('gpt-5.4-mini does not accept images, so it answered from the text')],
    })
    expect(requests.map(({ body }) => holdsImages(body))).toEqual([true, false])
    expect(JSON.stringify(requests[1]?.body)).toContain('could not be sent to you')

    const again = await models.call('fast', request())
    expect(again.notices).toHaveLength(1)
    expect(requests.map(({ body }) => holdsImages(body))).toEqual([true, false, false])
    expect((await models.call('fast', testRequest())).notices).toEqual([])
  })
})

describe('a service that does not take images', () => {
  it.each([
    [400, 'Invalid content type. image_url is only supported by certain models.'],
    [400, 'unknown variant `image_url`, expected `text` at line 1 column 42'],
    [400, 'messages[0].content must be a string'],
    [400, 'At most 0 image(s) may be provided: this is not a multimodal model'],
    [404, 'No endpoints found that support image input'],
    [422, 'Input should be a valid string: body.messages.0.content'],
    [500, 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'],
  ])('is recognised by %i %s', async (status, message) => {
    const { url, requests } = await serve(refusing(status, message))
    const support = new SupportMemory()
    const config = configAt(url, 'chat')
    const { models } = testModels(config, { support })
    expect(await models.call('fast', request())).toMatchObject({ error: null, text: 'A teal square.' })
    expect([requests.length, support.of(config).images]).toEqual([2, 'refused'])
  })

  it('is remembered as taking them after an answer', async () => {
    const { url } = await serve()
    const support = new SupportMemory()
    const config = configAt(url, 'chat')
    await testModels(config, { support }).models.call('fast', testRequest())
    expect(support.of(config).images).toBe('unknown')
    await testModels(config, { support }).models.call('fast', request())
    expect(support.of(config).images).toBe('taken')
  })
})

describe('a service that rejects one image', () => {
  it.each([
    [400, 'Invalid image data.'],
    [400, 'You uploaded an unsupported image. Please make sure your image is valid.'],
    [400, 'Could not process image'],
    [413, 'Request entity too large'],
    [400, 'image exceeds 5 MB maximum: 7340032 bytes > 5242880 bytes'],
  ])(
    '%i %s fails the turn with what to do, and is not taken for a model without images',
    async (status, message) => {
      const { url, requests } = await serve(refusing(status, message))
      const support = new SupportMemory()
      const config = configAt(url, 'chat')
      const { error } = await testModels(config, { support }).models.call('fast', request())
      expect(error).toMatchObject({
        message: 'The provider could not use an image of this message.',
        hint: expect.stringContaining('Send the message again with a smaller image'),
        said: message,
      })
      expect([requests.length, support.of(config).images]).toEqual([1, 'unknown'])
    },
  )

  it('other failures of such a message stay what they are', async () => {
    const { url } = await serve(refusing(400, "Unsupported parameter: 'top_k'"))
    const { models } = testModels(configAt(url, 'chat'))
    expect((await models.call('fast', request())).error?.message).toContain('rejected the request (400)')
  })

  it('never has the image in its words or in the log', async () => {
    const { url } = await serve(refusing(400, `Invalid image ${dataUrl(IMAGES[1] as ModelImage)} here`))
    const { models, logged } = testModels(configAt(url, 'chat'))
    const { error } = await models.call('fast', request())
    expect(error?.said).toBe('Invalid image (image) here')
    expect([...logged, JSON.stringify(error)].join()).not.toContain(';base64')
  })
})

describe('tokens of images', () => {
  it('are what the service reports', async () => {
    const { url } = await serve(undefined, { inputTokens: 4_321 })
    const { usage } = await testModels(configAt(url, 'chat')).models.call('fast', request())
    expect(usage).toMatchObject({ inputTokens: 4_321, estimated: false })
  })

  it('are estimated by their sizes, not by their bytes, where nothing is reported', async () => {
    const { url } = await serve(() => ({ status: 503, message: 'busy' }))
    const estimate = async (more: Partial<Parameters<typeof testRequest>[0]>) => {
      const { models } = testModels(configAt(url, 'chat'), { maxRetries: 0, timeouts: { firstChunkMs: 50 } })
      server?.hold()
      const { usage } = await models.call('fast', testRequest({ user: 'What is this?', ...more }))
      return usage.inputTokens
    }
    const images = IMAGES.reduce((sum, image) => sum + imageTokens(image), 0)
    const [plain, with_] = [await estimate({}), await estimate({ images: IMAGES })]
    expect(with_ - plain).toBeGreaterThanOrEqual(images)
    expect(with_ - plain).toBeLessThan(images + 30)
  })
})
