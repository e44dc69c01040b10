import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import { limits } from '@/lib/shared/limits'

const CHANNEL = 'http.server.request.start'
const allow = (message: unknown) => {
  const { server } = message as { server: Server }
  server.requestTimeout = limits.upload.requestMs
}

/** Node ends requests whose body takes over five minutes, which a large file over a slow line does. Next keeps its server to itself, so it is met by its first request. @returns the way back. */
export function allowSlowUploads(): () => void {
  subscribe(CHANNEL, allow)
  return () => void unsubscribe(CHANNEL, allow)
}
