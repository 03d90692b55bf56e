import type { ApiSchema } from '#contract/desk/api-keys.ts'
import { Fragment, type ReactNode } from 'react'
import { InlineCode, JumpLink, Prose, ToContents } from './prose.tsx'

/** Deeper fields are shown by their type alone. */
const deepest = 4

interface SchemaProps {
  readonly schema: ApiSchema
}

/** What a value may be, in a few words; a named schema is a link. */
export function SchemaType({ schema }: SchemaProps): ReactNode {
  const { $ref, type, enum: texts, items, anyOf } = schema
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    return (
      <JumpLink to={`schema-${name}`} className="inline-flex min-h-12 min-w-13 items-center">
        {name}
      </JumpLink>
    )
  }
  if (anyOf)
    return anyOf.map((each, place) => (
      <Fragment key={JSON.stringify(each)}>
        {place > 0 && ' or '}
        <SchemaType schema={each} />
      </Fragment>
    ))
  if (texts) return texts.map((text) => `"${text}"`).join(' or ')
  if (type === 'array')
    return (
      <>
        list of <SchemaType schema={items ?? {}} />
      </>
    )
  if (type === undefined) return 'anything'
  return typeof type === 'string' ? type : type.join(' or ')
}

interface FieldsProps extends SchemaProps {
  /** Of a request: what has to be given is marked. Of an answer: what may be missing. */
  readonly isSent?: boolean
  readonly depth?: number
}

/** The fields of an object, and of the objects in them. */
export function Fields({ schema, isSent = false, depth = 0 }: FieldsProps) {
  const { properties = {}, required = [] } = schema
  return (
    <ul className={`flex flex-col gap-1 ${depth > 0 ? 'ms-4 border-s border-line ps-3' : ''}`}>
      {Object.entries(properties).map(([name, field]) => {
        const inner = objectIn(field)
        return (
          <li key={name}>
            <InlineCode>{name}</InlineCode>{' '}
            <span className="text-sm text-soft">
              <SchemaType schema={field} />
              {required.includes(name) === isSent && (isSent ? ', required' : ', optional')}
            </span>
            {field.description !== undefined && (
              <div className="text-sm">
                <Prose text={field.description} />
              </div>
            )}
            {inner && depth < deepest && <Fields schema={inner} isSent={isSent} depth={depth + 1} />}
          </li>
        )
      })}
    </ul>
  )
}

/** The object that a field is, lists, or may be. */
function objectIn({ properties, items, anyOf = [], ...rest }: ApiSchema): ApiSchema | undefined {
  if (properties) return { properties, ...rest }
  if (items) return objectIn(items)
  return anyOf.map(objectIn).find((each) => each !== undefined)
}

/** The schemas that others refer to. */
export const SchemaSection = ({ schemas }: { readonly schemas: Readonly<Record<string, ApiSchema>> }) => (
  <section
    aria-labelledby="schemas"
    className="flex flex-col gap-4 rounded border border-line bg-raised p-4 tablet:p-6"
  >
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <h2 id="schemas" className="text-lg font-bold">
        Schemas
      </h2>
      <ToContents />
    </div>
    <div className="flex flex-col gap-5">
      {Object.entries(schemas).map(([name, schema]) => (
        <div
          key={name}
          id={`schema-${name}`}
          tabIndex={-1}
          className="flex scroll-mt-[calc(var(--head,3.5rem)+1rem)] flex-col gap-2 rounded outline-none focus:bg-sunken"
        >
          <h3 className="font-semibold">{name}</h3>
          <Fields schema={schema} />
        </div>
      ))}
    </div>
  </section>
)
