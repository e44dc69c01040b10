import { readdirSync } from 'node:fs'
import path from 'node:path'
import { type Ids, REQUESTS } from './testing-samples'

export type Action = (
  input?: unknown,
) => Promise<{ ok: boolean; error?: { code: string; message: string; hint?: string }; value?: unknown }>
export type Route = (request: Request, context: { params: Promise<{ id: string }> }) => Promise<Response>
export type Page = (props: { params: Promise<object>; searchParams: Promise<object> }) => unknown

type Module = Record<string, unknown>
const load = (file: string) => import(/* @vite-ignore */ file) as Promise<Module>
const filesNamed = (folder: string, name: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => path.basename(file) === name)

/** Every server action by name, read from the folder. */
export async function loadActions(): Promise<Map<string, Action>> {
  const folder = path.join(import.meta.dirname, 'actions')
  const found = new Map<string, Action>()
  for (const file of readdirSync(folder)) {
    if (!file.endsWith('.ts') || file.includes('.test.') || file === 'action.ts') continue
    for (const [name, value] of Object.entries(await load(path.join(folder, file))))
      if (typeof value === 'function') found.set(name, value as Action)
  }
  return found
}

/** Every route handler as `METHOD path`. */
export async function loadRoutes(): Promise<Map<string, Route>> {
  const api = path.join(import.meta.dirname, 'api')
  const found = new Map<string, Route>()
  for (const file of filesNamed(api, 'route.ts'))
    for (const [method, handler] of Object.entries(await load(path.join(api, file))))
      if (typeof handler === 'function') found.set(`${method} ${path.dirname(file)}`, handler as Route)
  return found
}

/** Every page by its folder below `app`. */
export async function loadPages(): Promise<Map<string, Page>> {
  const found = new Map<string, Page>()
  for (const file of filesNamed(import.meta.dirname, 'page.tsx'))
    found.set(path.dirname(file), (await load(path.join(import.meta.dirname, file))).default as Page)
  return found
}

export async function requestRoute(
  routes: Map<string, Route>,
  name: string,
  ids: Ids,
): Promise<{ status: number; body: string }> {
  const route = routes.get(name)
  if (!route) throw new Error(`there is no route ${name}`)
  const { path: address, init, id } = REQUESTS[name]?.(ids) ?? { path: '/' }
  const response = await route(new Request(`http://127.0.0.1${address}`, init), {
    params: Promise.resolve({ id: id ?? '' }),
  })
  return { status: response.status, body: await response.text() }
}
