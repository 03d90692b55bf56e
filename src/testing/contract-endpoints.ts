import { fillPath, type Endpoint } from '#contract/endpoint.ts'
import { vendor } from '#contract/vendor/endpoints.ts'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'

/** An endpoint of the contract: its method, its path, and the same path with `1` for each parameter. */
export interface ContractEndpoint {
  readonly method: string
  readonly path: string
  readonly address: string
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

const endpointsOf = (modules: Readonly<Record<string, unknown>>, prefix = ''): readonly ContractEndpoint[] =>
  Object.values(modules)
    .flatMap((module) => Object.values(module as object))
    .flatMap((value: unknown) => (isEndpoint(value) ? [value] : Object.values(value ?? {}).filter(isEndpoint)))
    .map(({ method, path }) => {
      const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, '1']))
      return { method, path: prefix + path, address: prefix + fillPath<string>(path, params) }
    })

/** The whole contract of the desk with tablets and programs, so that a test can leave no new address out. */
export const contractEndpoints: readonly ContractEndpoint[] = [
  ...endpointsOf(import.meta.glob('../contract/desk/*.ts', { eager: true })).filter(
    ({ path }) => !path.startsWith('/practice/'),
  ),
  ...endpointsOf({ vendor }, vendorPrefix),
]
