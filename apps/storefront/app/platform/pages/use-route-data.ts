import { type Register, useRouteLoaderData } from 'react-router'

/** The application's route modules by route id, as React Router generates them. */
type Modules = Register extends { routeModules: infer Found } ? Found : never
type LoaderOf<Id extends keyof Modules> = Modules[Id] extends { loader: infer Loader } ? Loader : never

/**
 * What another route of the page has loaded; undefined if the page is not below it, or an error page. A route that is
 * renamed, or that loads something else, does not compile here.
 */
export const useRouteData = useRouteLoaderData as <Id extends keyof Modules & string>(
  id: Id,
) => ReturnType<typeof useRouteLoaderData<LoaderOf<Id>>>
