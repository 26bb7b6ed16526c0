# Varnish before the shop: guests' pages for ten seconds, as the shop's header fields say. Whoever is logged in goes past it.
vcl 4.1;
import cookie;

backend shop {
    .host = "10.0.0.20";
    .port = "80";
}

sub vcl_recv {
    # Only what is made here from the cookies that count, nobody's own word.
    unset req.http.X-Shop-Variant;
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    cookie.parse(req.http.Cookie);
    if (req.http.Authorization || cookie.isset("authToken") || cookie.isset("__Host-authToken")) {
        return (pass);
    }
    if (req.url ~ "^/(api|laboratory-api|sandbox)/") {
        return (pass);
    }
    # Over https the names have a prefix, and what has it counts first.
    set req.http.X-Laboratory = cookie.get("activeLaboratoryId");
    if (cookie.isset("__Host-activeLaboratoryId")) {
        set req.http.X-Laboratory = cookie.get("__Host-activeLaboratoryId");
    }
    if (req.http.X-Laboratory !~ "^[0-9]{1,9}$") {
        set req.http.X-Laboratory = "";
    }
    set req.http.X-Language = cookie.get("locale");
    if (cookie.isset("__Host-locale")) {
        set req.http.X-Language = cookie.get("__Host-locale");
    }
    if (req.http.X-Language !~ "^[a-z]{2}$") {
        set req.http.X-Language = "";
    }
    set req.http.X-Accepted = "";
    if (cookie.get("acceptCookie") ~ "." || cookie.get("__Host-acceptCookie") ~ ".") {
        set req.http.X-Accepted = "accepted";
    }
    set req.http.X-Shop-Variant = "laboratory=" + req.http.X-Laboratory + "; language=" + req.http.X-Language + "; cookies=" + req.http.X-Accepted;
    unset req.http.X-Laboratory;
    unset req.http.X-Language;
    unset req.http.X-Accepted;
    # The variant keeps pages apart; all other cookies, of statistics for example, count for nothing.
    return (hash);
}

sub vcl_backend_response {
    # A page that has expired is not served while the next one is fetched: prices may have changed at midnight.
    set beresp.grace = 0s;
}

sub vcl_deliver {
    # Browsers are told what they would be told by the shop: cookies keep pages apart.
    if (resp.http.Vary) {
        set resp.http.Vary = regsub(resp.http.Vary, "X-Shop-Variant", "Cookie");
    }
    if (obj.hits > 0) {
        set resp.http.X-Cache = "hit";
    } else {
        set resp.http.X-Cache = "miss";
    }
}
