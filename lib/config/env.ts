import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { baseUrlSchema } from '@/lib/shared/base-url'
import { textSchema } from '@/lib/shared/text'
import { unsetEmpty } from './unset-empty.mjs'

const flag = z
  .enum(['true', 'false', '1', '0'], 'use true or false')
  .transform((value) => value === 'true' || value === '1')
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `use a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min).max(max, `use a whole number from ${min} to ${max}`))
const text = (pattern: RegExp, problem: string) => textSchema(100_000).regex(pattern, problem)
const filled = textSchema(100_000).min(1, 'must not be empty')

/** What `REFLECTIVE_LLM_PROVIDER` may name without an address of its own. */
const SERVICES: Record<string, string> = {
  openai: 'https://api.openai.com/v1',
  openrouter: 'https://openrouter.ai/api/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta/openai',
  gemini: 'https://generativelanguage.googleapis.com/v1beta/openai',
  deepseek: 'https://api.deepseek.com/v1',
  groq: 'https://api.groq.com/openai/v1',
  mistral: 'https://api.mistral.ai/v1',
  together: 'https://api.together.xyz/v1',
  xai: 'https://api.x.ai/v1',
  ollama: 'http://127.0.0.1:11434/v1',
  lmstudio: 'http://127.0.0.1:1234/v1',
  vllm: 'http://127.0.0.1:8000/v1',
}

/** Addresses and subnets (`10.0.0.0/8`), separated by commas. */
const networks = filled.transform((value, ctx) => {
  const list = new BlockList()
  try {
    for (const part of value.split(',')) {
      const [, address = '', bits] = /^([\da-f.:]+)(?:\/(\d+))?$/i.exec(part.trim()) ?? []
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
      if (bits === undefined) list.addAddress(address, family)
      else list.addSubnet(address, Number(bits), family)
    }
    return list
  } catch {
    ctx.addIssue('use addresses or subnets separated by commas, for example 127.0.0.1,172.17.0.0/16')
    return z.NEVER
  }
})

/** `MODEL=INPUT/OUTPUT` in US dollars per million tokens, separated by commas. In millionths, as prices are. */
const prices = text(
  /^[^\s,=]+=\d+(\.\d+)?\/\d+(\.\d+)?(,[^\s,=]+=\d+(\.\d+)?\/\d+(\.\d+)?)*$/,
  'use MODEL=INPUT/OUTPUT in dollars per million tokens, separated by commas, for example qwen3:8b=0/0',
).transform((list) =>
  Object.fromEntries(
    list.split(',').map((entry) => {
      const [model = '', amounts = ''] = entry.split('=')
      const [input = 0, output = 0] = amounts.split('/').map((amount) => Number(amount) * 1e6)
      return [model, { input, cachedInput: input, output }]
    }),
  ),
)

/** Mneme's whole environment. Every variable is optional. */
const envSchema = z
  .object({
    DATABASE_URL: text(
      /^(file:.+|postgres(ql)?:\/\/.+)$/,
      'use file:./path.db for SQLite or postgres://user:password@host/name',
    ).optional(),
    OPENAI_API_KEY: filled.optional(),
    OPENAI_BASE_URL: baseUrlSchema.optional(),
    OPENAI_API: z.enum(['responses', 'chat'], 'use responses or chat').optional(),
    MNEME_FAST_MODEL: filled.optional(),
    MNEME_REFLECTIVE_MODEL: filled.optional(),
    MNEME_UTILITY_MODEL: filled.optional(),
    MNEME_EMBEDDING_MODEL: filled.optional(),
    MNEME_REFLECTIVE_BASE_URL: baseUrlSchema.optional(),
    MNEME_REFLECTIVE_API_KEY: filled.optional(),
    MNEME_OFFLINE: flag.default(false),
    // No default here: an unset variable leaves the setting's own default.
    ENABLE_REFLECTIVE_MODE: flag.optional(),
    MNEME_THINKING: z
      .enum(
        ['auto', 'quick', 'standard', 'thorough', 'research'],
        'use auto, quick, standard, thorough or research',
      )
      .optional(),
    REFLECTIVE_MAX_STEPS: whole(1, 50).optional(),
    REFLECTIVE_MEMORY_RESULT_LIMIT: whole(1, 20).optional(),
    ENABLE_PROMPT_LOGGING: flag.default(false),
    /** `offline`, or whose model thinks; with an address any name. */
    REFLECTIVE_LLM_PROVIDER: filled.toLowerCase().optional(),
    MNEME_OFFLINE_DELAY_MS: whole(0, 5_000).default(15),
    MNEME_SECRET: textSchema(100_000).min(16, 'use at least 16 characters').optional(),
    MNEME_ACCESS_TOKEN: text(
      /^([a-z0-9_-]{1,40}:)?[^\s,:]{12,}(,[a-z0-9_-]{1,40}:[^\s,:]{12,})*$/,
      'use one token of at least 12 characters, or name:token,name:token for several people',
    ).optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: baseUrlSchema.optional(),
    MNEME_METRICS_TOKEN: textSchema(100_000).min(12, 'use at least 12 characters').optional(),
    /** How long forgetting and deleting can be undone. */
    MNEME_UNDO_SECONDS: whole(1, 3_600).default(30),
    /** How long a deleted conversation stays in the trash. */
    MNEME_TRASH_DAYS: whole(0, 365).default(30),
    MNEME_DATA_DIR: filled.default('./data'),
    /** Starts with a database in memory if none can be kept. */
    MNEME_ALLOW_MEMORY: flag.default(false),
    MNEME_ALLOWED_HOSTS: text(
      /^[A-Za-z0-9.-]+(,[A-Za-z0-9.-]+)*$/,
      'use host names separated by commas, for example mneme.example.org',
    ).optional(),
    /** Where people open Mneme: the base of links in what other programs get. */
    MNEME_PUBLIC_URL: text(
      /^https?:\/\/[\w.:[\]-]+\/?$/,
      'use the address people open, for example https://mneme.example.org',
    )
      .transform((address) => address.replace(/\/$/, ''))
      .optional(),
    /** The operator's reverse proxies, whose X-Forwarded-For is believed. */
    MNEME_TRUSTED_PROXIES: networks.optional(),
    /** Hosts of providers in the private network that people may still name in Settings. */
    MNEME_MODEL_HOSTS: text(
      /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?(,(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?)*$/i,
      'use hosts separated by commas, each with or without a port, for example ollama.lan:11434',
    ).optional(),
    /** Per person of a shared installation. Spending is in US dollars per UTC day; unset = unlimited. */
    MNEME_TURNS_PER_MINUTE: whole(1, 10_000).default(30),
    MNEME_SPEND_PER_DAY: z
      .string()
      .regex(/^\d{1,6}(\.\d{1,2})?$/, 'use an amount in US dollars, for example 5 or 2.50')
      .transform(Number)
      .refine((amount) => amount > 0, 'use an amount over 0, or leave it out for no limit')
      .optional(),
    /** The operator's prices for the daily limit. */
    MNEME_PRICES: prices.optional(),
    HOST: filled.default('127.0.0.1'),
    PORT: whole(1, 65_535).default(3_000),
    NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  })
  .superRefine((env, ctx) => {
    if (!isLoopback(env.HOST) && !env.MNEME_ACCESS_TOKEN)
      ctx.addIssue({
        code: 'custom',
        path: ['MNEME_ACCESS_TOKEN'],
        message: `is required when HOST (${env.HOST}) is not a loopback address`,
      })
    const provider = env.REFLECTIVE_LLM_PROVIDER ?? 'offline'
    if (provider !== 'offline' && !env.MNEME_REFLECTIVE_BASE_URL && !Object.hasOwn(SERVICES, provider))
      ctx.addIssue({
        code: 'custom',
        path: ['REFLECTIVE_LLM_PROVIDER'],
        message: `set REFLECTIVE_LLM_BASE_URL too, or use offline, ${Object.keys(SERVICES).join(', ')}`,
      })
  })
  .transform((env) => ({
    ...env,
    DATABASE_URL: env.DATABASE_URL ?? `file:${env.MNEME_DATA_DIR}/mneme.db`,
    MNEME_REFLECTIVE_BASE_URL: env.MNEME_REFLECTIVE_BASE_URL ?? addressOfService(env),
  }))
export type Env = z.infer<typeof envSchema>

/** Undefined where the main service has that address already: its key then serves thinking too. */
function addressOfService({
  REFLECTIVE_LLM_PROVIDER: provider,
  OPENAI_BASE_URL: main = SERVICES.openai,
}: {
  REFLECTIVE_LLM_PROVIDER?: string | undefined
  OPENAI_BASE_URL?: string | undefined
}) {
  const address = provider === undefined ? undefined : SERVICES[provider]
  return address === main?.replace(/\/+$/, '') ? undefined : address
}

export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/** Other accepted names, used where the main variable is not set. */
const ALIASES: Record<string, string> = {
  REFLECTIVE_LLM_MODEL_NAME: 'MNEME_REFLECTIVE_MODEL',
  REFLECTIVE_LLM_BASE_URL: 'MNEME_REFLECTIVE_BASE_URL',
  REFLECTIVE_LLM_API_KEY: 'MNEME_REFLECTIVE_API_KEY',
}

type Parsed = { ok: true; env: Env } | { ok: false; problems: string[] }
/** Errors name the variable and what is allowed, never its value, which may be a key. */
export function parseEnv(source: Record<string, string | undefined>): Parsed {
  const given = { ...source }
  unsetEmpty(given)
  for (const [alias, name] of Object.entries(ALIASES)) given[name] ??= given[alias]
  const parsed = envSchema.safeParse(given)
  if (parsed.success) return { ok: true, env: parsed.data }
  return {
    ok: false,
    problems: parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`),
  }
}

/** Unsets empty variables for every library of this process. Called when the server starts. */
export const unsetEmptyVariables = () => unsetEmpty(process.env)

/** The variables of a program that this process starts. */
export const variablesWith = (more: Record<string, string>) => ({ ...process.env, ...more })

let cached: Env | undefined
/** The parsed environment. @throws Error with one line per problem. */
export function env(): Env {
  if (cached) return cached
  const parsed = parseEnv(process.env)
  if (!parsed.ok)
    throw new Error(
      `Mneme cannot start: an environment variable is not valid.\n${parsed.problems.map((line) => `  ${line}`).join('\n')}`,
    )
  cached = parsed.env
  return cached
}

/** Replaces the parsed environment in tests; undefined = parse it again. */
export function setEnv(next: Env | undefined) {
  cached = next
}
