import { start } from '@/lib/agent/start'

/** Starts the service with the server, so that recovery and jobs do not wait for a visitor. */
export const register = () => start()
