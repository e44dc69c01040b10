import { baseUrlSchema, cleanUrl } from '@/lib/shared/base-url'

/** Where services offer this API, if not under /v1. */
const PATHS: [host: RegExp, path: string][] = [
  [/(^|\.)openrouter\.ai$/, '/api/v1'],
  [/^api\.groq\.com$/, '/openai/v1'],
  [/^generativelanguage\.googleapis\.com$/, '/v1beta/openai'],
  [/^api\.fireworks\.ai$/, '/inference/v1'],
  [/^api\.deepinfra\.com$/, '/v1/openai'],
  [/^models\.github\.ai$/, '/inference'],
  [/^dashscope(-\w+)?\.aliyuncs\.com$/, '/compatible-mode/v1'],
  [/^(api\.z\.ai|open\.bigmodel\.cn)$/, '/api/paas/v4'],
  [/\.azure\.com$/, '/openai/v1'],
]
/** The own API of Ollama and LM Studio, next to which the compatible one is. */
const NATIVE = /\/api(\/v0)?(\/(chat|generate|tags))?$/

/**
 * The base URLs that a pasted address may mean, the likeliest first, all on its host. @throws ZodError in
 * plain words for what is no http or https URL.
 */
export function baseUrlsOf(typed: string): [string, ...string[]] {
  const given = baseUrlSchema.parse(cleanUrl(typed))
  const { origin, hostname, pathname } = new URL(given)
  const known = PATHS.find(([host]) => host.test(hostname))?.[1]
  const atKnown = known === undefined ? [] : [origin + known]
  const withV1 = /\/v\d\w*$|\/openai$/.test(pathname) ? [] : [`${given}/v1`]
  const native = NATIVE.test(pathname) ? [`${origin}${pathname.replace(NATIVE, '')}/v1`] : []
  const bare = pathname === '/'
  const [first = given, ...others] = new Set([
    ...(bare ? atKnown : []),
    ...[given, ...withV1, ...native, ...atKnown],
  ])
  return [first, ...others]
}

export function unlistedUrl([first, second]: readonly string[]): string {
  const isBare = new URL(first ?? '').pathname === '/'
  const isKnown = PATHS.some(([host]) => host.test(new URL(first ?? '').hostname))
  return (isBare && !isKnown && second) || (first ?? '')
}
