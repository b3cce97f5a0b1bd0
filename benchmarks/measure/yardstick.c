/* The C yardstick: Builder of Egypt with A sides only, written by hand with phases and flags, one score, no ledger,
 * no journal, no why-not. It says how fast random play could be at most; `make bench` compiles it with the
 * C compiler and runs it in the same minute as our engine. It plays the same game: mean length and mean score agree.
 *
 *   yardstick GAMES    plays them with 2, 3, 4, 2, ... players; prints decisions, sum of scores, seconds
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SHIPS = 4, SPACES = 4, SITES = 5, CARDS = 13, DECK = 34, ROUNDS = 6 };
enum { MARKET, PYRAMIDS, TEMPLE, CHAMBER, OBELISKS };
enum { NONE, ENTRANCE, SARCOPHAGUS, PAVED_PATH, DECORATION, STATUE = 8, LEVER, HAMMER, SAIL, CHISEL };
enum { GET = 0, LOAD = 1, SAIL_TO = 17, PLAY = 37, PASS = 41, PICK = 42, NEXT = 46 };
enum { TURN, LOADING, LOADING_TO_SAIL, SAILING, LEVERING, ORDERING, PICKING, OVER };

typedef struct { int size, minimum, load, sailed, spaces[SPACES]; } Ship;
typedef struct { int sled, quarry, score, hand[CARDS]; } Player;
typedef struct {
    uint64_t random;
    int players, phase, turn, round, passes, sailed, loads, ship, place, site, queue[SPACES], queued, next, played;
    Player player[4];
    Ship ships[SHIPS];
    int docked[SITES], open[4], draw[DECK], drawn, discard[DECK], discarded, rounds[7];
    int built[SITES][4], pyramid, temple, visible[5], chamber[128], chambered;
} Game;

static const int MINIMUM[] = {0, 1, 1, 2, 3};
static const int START[] = {2, 3, 4, 5};
static const int COUNTS[CARDS] = {0, 2, 2, 2, 2, 2, 2, 2, 10, 2, 2, 3, 3};
static const int SETS[] = {0, 1, 3, 6, 10, 15};
static const int PYRAMID[] = {2, 1, 3, 2, 4, 3, 2, 1, 3, 2, 3, 1, 3, 4};
static const int RANKS[3][4] = {{10, 1, 0, 0}, {12, 6, 1, 0}, {15, 10, 5, 1}};
static const int CARDS_OF_ROUNDS[3][7][4] = {
    {{4, 3, 2, 2}, {4, 3, 3, 1}, {4, 3, 2, 1}, {4, 2, 2, 1}, {3, 3, 2, 2}, {3, 3, 2, 1}, {3, 2, 2, 1}},
    {{4, 4, 2, 1}, {4, 3, 3, 2}, {4, 3, 2, 2}, {4, 3, 2, 1}, {4, 2, 2, 1}, {3, 3, 3, 2}, {3, 3, 2, 2}},
    {{4, 4, 3, 2}, {4, 4, 2, 2}, {4, 4, 2, 1}, {4, 3, 3, 3}, {4, 3, 3, 2}, {4, 3, 2, 2}, {3, 3, 3, 2}}};

static int below(uint64_t *state, int limit) {
    uint64_t x = *state;
    *state = x * 6364136223846793005u + 1442695040888963407u;
    return (int)((((x ^ (x >> 22)) >> (22 + (x >> 61))) & 0xFFFFFFFFu) * (uint64_t)limit >> 32);
}

static void shuffle(Game *g, int *cards, int count) {
    for (int i = 1; i < count; i++) {
        int j = below(&g->random, i + 1), card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

static int draw(Game *g) {
    if (g->drawn == 0) {
        if (g->discarded == 0) return NONE;
        memcpy(g->draw, g->discard, sizeof(int) * (size_t)g->discarded);
        g->drawn = g->discarded;
        g->discarded = 0;
        shuffle(g, g->draw, g->drawn);
    }
    return g->draw[--g->drawn];
}

static int of_set(int count) { return count <= 5 ? SETS[count] : 15 + 2 * (count - 5); }

static int area(Game *g, int owner, int cell, char *seen) {
    if (cell < 0 || cell >= g->chambered || seen[cell] || g->chamber[cell] != owner) return 0;
    seen[cell] = 1;
    int size = 1 + area(g, owner, cell - 3, seen) + area(g, owner, cell + 3, seen);
    if (cell % 3 > 0) size += area(g, owner, cell - 1, seen);
    if (cell % 3 < 2) size += area(g, owner, cell + 1, seen);
    return size;
}

static void end_game(Game *g) {
    char seen[128] = {0};
    for (int cell = 0; cell < g->chambered; cell++)
        if (!seen[cell]) g->player[g->chamber[cell]].score += of_set(area(g, g->chamber[cell], cell, seen));
    for (int seat = 0; seat < g->players; seat++) {
        int own = g->built[OBELISKS][seat], ahead = 0, level = 0, points = 0;
        Player *p = &g->player[seat];
        if (own > 0) {
            for (int other = 0; other < g->players; other++) {
                ahead += g->built[OBELISKS][other] > own;
                level += g->built[OBELISKS][other] == own;
            }
            for (int rank = ahead; rank < ahead + level; rank++) points += RANKS[g->players - 2][rank];
            p->score += points / level;
        }
        p->score += of_set(p->hand[STATUE]);
        for (int site = PYRAMIDS; site < SITES; site++) {
            int stones = 0;
            for (int other = 0; other < g->players; other++) stones += g->built[site][other];
            p->score += p->hand[DECORATION + site - 1] * (stones / 3);
        }
        for (int card = LEVER; card < CARDS; card++) p->score += p->hand[card];
    }
    g->phase = OVER;
}

static void begin_round(Game *g, int first) {
    const int *sizes = CARDS_OF_ROUNDS[g->players - 2][g->rounds[g->round]];
    for (int i = 0; i < SHIPS; i++) {
        Ship *s = &g->ships[i];
        s->size = sizes[i];
        s->minimum = MINIMUM[sizes[i]];
        s->load = s->sailed = 0;
        for (int space = 0; space < SPACES; space++) s->spaces[space] = -1;
    }
    memset(g->docked, 0, sizeof g->docked);
    for (int space = 0; space < 4; space++) g->open[space] = draw(g);
    g->sailed = g->passes = 0;
    g->turn = first;
    g->phase = TURN;
}

static void end_turn(Game *g) {
    if (g->played) {
        g->discard[g->discarded++] = g->played;
        g->played = 0;
    }
    int next = (g->turn + 1) % g->players;
    if (g->sailed < SHIPS && g->passes < g->players) {
        g->turn = next;
        g->phase = TURN;
        return;
    }
    int spaces = g->players == 2 ? 4 : 5;
    for (int space = 0; space < spaces; space++)
        if (g->visible[space] >= 0) g->player[g->visible[space]].score++;
    for (int space = 0; space < 4; space++)
        if (g->open[space]) g->discard[g->discarded++] = g->open[space];
    for (int i = 0; i < SHIPS; i++)
        for (int space = 0; space < SPACES; space++)
            if (g->ships[i].spaces[space] >= 0) g->player[g->ships[i].spaces[space]].quarry++;
    if (++g->round < ROUNDS) begin_round(g, next);
    else end_game(g);
}

static void build(Game *g, int site, int owner) {
    g->built[site][owner]++;
    switch (site) {
    case PYRAMIDS: g->player[owner].score += g->pyramid < 14 ? PYRAMID[g->pyramid] : 1; g->pyramid++; break;
    case TEMPLE: g->visible[g->temple++ % (g->players == 2 ? 4 : 5)] = owner; break;
    case CHAMBER: g->chamber[g->chambered++] = owner; break;
    default: break;
    }
}

static void gain(Game *g, int owner, int card) {
    if (card > PAVED_PATH) {
        g->player[owner].hand[card]++;
        return;
    }
    if (g->player[owner].quarry > 0) {
        g->player[owner].quarry--;
        build(g, card == ENTRANCE ? PYRAMIDS : card == SARCOPHAGUS ? CHAMBER : OBELISKS, owner);
    }
    g->discard[g->discarded++] = card;
}

static void pick_on(Game *g) {
    for (; g->next < g->queued; g->next++) {
        int cards = 0, last = 0;
        for (int space = 0; space < 4; space++)
            if (g->open[space]) cards++, last = space;
        if (cards > 1) {
            g->phase = PICKING;
            return;
        }
        if (cards == 1) {
            int card = g->open[last];
            g->open[last] = NONE;
            gain(g, g->queue[g->next], card);
        }
        g->player[g->queue[g->next]].quarry++;
    }
    end_turn(g);
}

static void unload(Game *g) {
    Ship *s = &g->ships[g->ship];
    g->queued = g->next = 0;
    for (int space = 0; space < SPACES; space++)
        if (s->spaces[space] >= 0) {
            g->queue[g->queued++] = s->spaces[space];
            s->spaces[space] = -1;
        }
    if (g->site == MARKET) {
        pick_on(g);
        return;
    }
    for (int i = 0; i < g->queued; i++) build(g, g->site, g->queue[i]);
    end_turn(g);
}

static int add_loads(Game *g, int *codes, int count, int to_sail) {
    for (int i = 0; i < SHIPS; i++) {
        Ship *s = &g->ships[i];
        if (s->sailed || s->load >= s->size || (to_sail && s->load + 1 < s->minimum)) continue;
        for (int space = 0; space < s->size; space++)
            if (s->spaces[space] < 0) codes[count++] = LOAD + i * SPACES + space;
    }
    return count;
}

static int add_docks(Game *g, int ship, int *codes, int count) {
    for (int site = 0; site < SITES; site++)
        if (!g->docked[site]) codes[count++] = SAIL_TO + ship * SITES + site;
    return count;
}

static int add_sailings(Game *g, int *codes, int count) {
    for (int i = 0; i < SHIPS; i++)
        if (!g->ships[i].sailed && g->ships[i].load >= g->ships[i].minimum) count = add_docks(g, i, codes, count);
    return count;
}

static int add_turn(Game *g, int *codes) {
    int count = 0, free = 0, ready = 0, nearly = 0;
    Player *p = &g->player[g->turn];
    if (p->sled < 5 && p->quarry > 0) codes[count++] = GET;
    if (p->sled > 0) count = add_loads(g, codes, count, 0);
    count = add_sailings(g, codes, count);
    if (p->hand[LEVER] + p->hand[HAMMER] + p->hand[SAIL] + p->hand[CHISEL]) {
        for (int i = 0; i < SHIPS; i++) {
            Ship *s = &g->ships[i];
            if (s->sailed) continue;
            free += s->size - s->load;
            ready |= s->load >= s->minimum;
            nearly |= s->load < s->size && s->load + 1 >= s->minimum;
        }
        if (p->hand[LEVER] && ready) codes[count++] = PLAY;
        if (p->hand[HAMMER] && p->sled + p->quarry > 0 && free) codes[count++] = PLAY + 1;
        if (p->hand[SAIL] && p->sled && nearly) codes[count++] = PLAY + 2;
        if (p->hand[CHISEL] && p->sled >= 2 && free >= 2) codes[count++] = PLAY + 3;
    }
    if (count == 0) codes[count++] = PASS;
    return count;
}

static int add_order(Game *g, int *codes) {
    Ship *s = &g->ships[g->ship];
    int count = 0, seen = 0;
    for (int space = g->place; space < s->load; space++)
        if (!(seen >> s->spaces[space] & 1)) {
            seen |= 1 << s->spaces[space];
            codes[count++] = NEXT + s->spaces[space];
        }
    return count;
}

static int legal(Game *g, int *codes) {
    int count = 0;
    switch (g->phase) {
    case TURN: return add_turn(g, codes);
    case LOADING: return add_loads(g, codes, 0, 0);
    case LOADING_TO_SAIL: return add_loads(g, codes, 0, 1);
    case SAILING: return add_docks(g, g->ship, codes, 0);
    case LEVERING: return add_sailings(g, codes, 0);
    case ORDERING: return add_order(g, codes);
    default:
        for (int space = 0; space < 4; space++)
            if (g->open[space]) codes[count++] = PICK + space;
        return count;
    }
}

static void get_stones(Player *p) {
    int count = 5 - p->sled < 3 ? 5 - p->sled : 3;
    if (p->quarry < count) count = p->quarry;
    p->sled += count;
    p->quarry -= count;
}

static void load(Game *g, int code) {
    Ship *s = &g->ships[(code - LOAD) / SPACES];
    s->spaces[(code - LOAD) % SPACES] = g->turn;
    s->load++;
    g->player[g->turn].sled--;
}

static void sail(Game *g, int code) {
    g->ship = (code - SAIL_TO) / SITES;
    g->site = (code - SAIL_TO) % SITES;
    g->ships[g->ship].sailed = 1;
    g->docked[g->site] = 1;
    g->sailed++;
}

static void order(Game *g, int owner) {
    Ship *s = &g->ships[g->ship];
    int space = g->place;
    while (s->spaces[space] != owner) space++;
    for (; space > g->place; space--) s->spaces[space] = s->spaces[space - 1];
    s->spaces[g->place++] = owner;
}

static void answer(Game *g, int code) {
    switch (g->phase) {
    case TURN:
        if (code == PASS) {
            g->passes++;
            end_turn(g);
            return;
        }
        g->passes = 0;
        if (code == GET) {
            get_stones(&g->player[g->turn]);
            end_turn(g);
        } else if (code < SAIL_TO) {
            load(g, code);
            end_turn(g);
        } else if (code < PLAY) {
            sail(g, code);
            unload(g);
        } else {
            g->played = LEVER + code - PLAY;
            g->player[g->turn].hand[g->played]--;
            g->loads = 1;
            switch (g->played) {
            case LEVER: g->phase = LEVERING; break;
            case HAMMER: get_stones(&g->player[g->turn]); g->phase = LOADING; break;
            case SAIL: g->phase = LOADING_TO_SAIL; break;
            default: g->loads = 2; g->phase = LOADING; break;
            }
        }
        break;
    case LOADING:
        load(g, code);
        if (--g->loads == 0) end_turn(g);
        break;
    case LOADING_TO_SAIL:
        load(g, code);
        g->ship = (code - LOAD) / SPACES;
        g->phase = SAILING;
        break;
    case SAILING:
        sail(g, code);
        unload(g);
        break;
    case LEVERING: {
        sail(g, code);
        Ship *s = &g->ships[g->ship];
        int filled = 0;
        for (int space = 0; space < SPACES; space++)
            if (s->spaces[space] >= 0) {
                int owner = s->spaces[space];
                s->spaces[space] = -1;
                s->spaces[filled++] = owner;
            }
        g->place = 0;
        g->phase = ORDERING;
        break;
    }
    case ORDERING:
        order(g, code - NEXT);
        if (g->place == g->ships[g->ship].load) unload(g);
        break;
    default: {
        int card = g->open[code - PICK], owner = g->queue[g->next++];
        g->open[code - PICK] = NONE;
        gain(g, owner, card);
        g->player[owner].quarry++;
        pick_on(g);
    }
    }
}

static void apply(Game *g, int code) {
    int codes[64];
    answer(g, code);
    while (g->phase != TURN && g->phase != PICKING && g->phase != OVER && legal(g, codes) == 1) answer(g, codes[0]);
}

static void new_game(Game *g, int players, uint64_t seed) {
    memset(g, 0, sizeof *g);
    g->random = seed * 0x9E3779B97F4A7C15u + 1;
    below(&g->random, 2);
    g->players = players;
    for (int card = 0; card < CARDS; card++)
        for (int i = 0; i < COUNTS[card]; i++) g->draw[g->drawn++] = card;
    for (int i = 0; i < 7; i++) g->rounds[i] = i;
    for (int i = 0; i < 5; i++) g->visible[i] = -1;
    shuffle(g, g->draw, DECK);
    shuffle(g, g->rounds, 7);
    int first = below(&g->random, players);
    for (int i = 0; i < players; i++) {
        g->player[(first + i) % players].sled = START[i];
        g->player[(first + i) % players].quarry = 29 - START[i];
    }
    begin_round(g, first);
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 20000, decisions = 0, scores = 0;
    int codes[64];
    Game g;
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (long n = 0; n < games; n++) {
        uint64_t chance = (uint64_t)n * 0x2545F4914F6CDD1Du + 7;
        new_game(&g, 2 + (int)(n % 3), (uint64_t)n);
        while (g.phase != OVER) {
            int count = legal(&g, codes);
            apply(&g, codes[below(&chance, count)]);
            decisions++;
        }
        for (int seat = 0; seat < g.players; seat++) scores += g.player[seat].score;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    printf("%ld %ld %.9f\n", decisions, scores, (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9);
    return 0;
}
