/** One page of each access level, asked for with a next query. */
export const askedPages = {
  public: '/terms?next=%2Finformations',
  'not-logged-in': '/login?next=%2Finformations',
  initial: '/register/userinfo?next=%2Finformations',
  'not-agree-tac': '/confirm-agreement?next=%2Finformations',
  default: '/settings?tab=1',
};

export type AccessTableLevel = keyof typeof askedPages;

const back = '?next=%2Fsettings%3Ftab%3D1';

/** Where everybody ends up. Home is protected, so for newcomers it leads on. */
export const guardTable = {
  'nobody signed in': { ...askedPages, default: `/login${back}` },
  'a member without a profile': {
    ...askedPages,
    'not-logged-in': '/register/userinfo?next=%2F',
    'not-agree-tac': '/register/userinfo?next=%2Finformations',
    default: `/register/userinfo${back}`,
  },
  'a member with an incomplete profile': {
    ...askedPages,
    'not-logged-in': '/register/userinfo?next=%2F',
    default: `/register/userinfo${back}`,
  },
  'a member who agreed to version 2': {
    ...askedPages,
    'not-logged-in': '/confirm-agreement?next=%2F',
    initial: '/confirm-agreement?next=%2F',
    default: `/confirm-agreement${back}`,
  },
  'a ready member': {
    ...askedPages,
    'not-logged-in': '/',
    initial: '/',
    'not-agree-tac': '/informations',
  },
};
